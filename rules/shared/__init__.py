"""What several games do alike; a pack takes it or leaves it."""
