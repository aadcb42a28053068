"""Pages: the templates, the stylesheet and the marks that the desk, the books and the ruling page share."""
