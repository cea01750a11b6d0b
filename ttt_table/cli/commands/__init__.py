"""The commands, a module each: ``describe`` adds its options, ``run`` runs it."""
