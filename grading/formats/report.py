"""The class report."""


def document(everybody):
    return ""
