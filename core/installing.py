"""Where Samovar is published, and what is typed to install it with an extra."""

#: The address of the public repository, such as https://example.org/samovar; empty until there is one. No package index
#: has Samovar, so nothing may tell to install it from one by its name: whoever registered that would run their code.
REPOSITORY = ""


def install_text(extras: str, repository: str = REPOSITORY) -> str:
    """Return what is typed to install Samovar with these extras, such as "serve,web", over what is installed."""
    if repository:
        return f"pipx install --force 'samovar[{extras}] @ git+{repository}'"
    return f"in a checkout of Samovar: pipx install --force '.[{extras}]'"
