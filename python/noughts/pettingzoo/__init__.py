"""The games as PettingZoo environments; needs pettingzoo.

    from noughts.pettingzoo import quixo_v0
    env = quixo_v0.env(size=4, labels=True)

quixo_v0, quantum_v0 and nk_v0 have env(), raw_env() and parallel_env(). Options are the
parameters of the game (size, line, both_lines, ...) and

    labels      info has the exact value of the position and of every legal action
    max_cycles  rounds after which a game is cut off
    illegal     what an illegal action does: "random" plays any legal one instead, "lose"
                loses the game, "raise" raises ValueError

In a round every agent moves once. parallel_env() asks all agents for their actions at the
beginning of a round and plays them in turn.
"""
