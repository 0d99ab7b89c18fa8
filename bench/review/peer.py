"""One simulation of ASReview 3 (ELAS u4, retrained after each record): reads {records, priors, seed} as JSON from stdin,
writes the order of all records. Records after the last relevant one, where ASReview stops, follow in their own order."""

import contextlib
import io
import json
import sys

import numpy as np
import pandas as pd
from asreview.learner import ActiveLearningCycle
from asreview.models.models import get_ai_config
from asreview.simulation.simulate import Simulate

given = json.load(sys.stdin)
frame = pd.DataFrame([{"title": record["title"], "abstract": record["abstract"]} for record in given["records"]])
labels = np.array([record["included"] for record in given["records"]])
np.random.seed(given["seed"])
cycle = ActiveLearningCycle.from_meta(get_ai_config("elas_u4")["value"])
simulation = Simulate(frame, labels, [cycle], print_progress=False)
simulation.label(given["priors"])
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    simulation.review()
order = [int(record) for record in simulation._results["record_id"]]
seen = set(order)
print(json.dumps(order + [record for record in range(len(labels)) if record not in seen]))
