"""What a seat can infer about the cards it does not see.

``beliefs`` follows the round event by event and updates a ``hand`` per seat; ``masks`` are the sets of cards it needs.
``bluff`` and ``voids`` are simpler inferences, for the normal bot and for explanations.
"""
