"""Speed, as ratios measured in one run: ``make bench`` writes bench/RESULTS.md."""
