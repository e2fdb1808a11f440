"""DependsOn → components: which objects read each other in a circle, and whether they would ever settle."""
