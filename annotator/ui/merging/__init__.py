"""What the merge dialog shows: what comes, what clashes, who may be one, and what stays out."""
