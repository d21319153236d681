"""The author's editor: completion, explanations, names and findings while a game is written.

Spoken over the Language Server Protocol by ``hexwar lsp``, on pygls (the extra ``hexwar[lsp]``).
"""
