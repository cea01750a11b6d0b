import sys
for line in sys.stdin:
    print(line.index('.') + 1, flush=True)
