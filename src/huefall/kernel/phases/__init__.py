"""What the asked seat can do, one file per phase or family of phases."""
