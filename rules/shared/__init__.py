"""Rules that several games have in common. A pack may use them or not; the kernel imports none of them."""
