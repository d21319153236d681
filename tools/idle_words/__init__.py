"""Words of games that do nothing: each word, in each place where it may be said, wants a witness.

:mod:`tools.idle_words.words` changes words of games, by what the forms say may stand there;
:mod:`tools.idle_words.places` lays what was changed over the game in each of its patches;
:mod:`tools.idle_words.witnesses` plays, and says whether anything is different;
``python -m tools.idle_words`` goes over all of them.
"""
