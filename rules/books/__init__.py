"""The reference books: their entries and addresses, the shelf they stand on, and searching them."""
