"""Traffic with large language models: prompts, replies, cache, cost. The only room that talks to a network."""
