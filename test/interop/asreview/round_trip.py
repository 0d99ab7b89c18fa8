"""Opens an exported .asreview file in the real ASReview LAB, and gives what its web app exports of it.

By hand, because it needs the network once:

    python3 -m venv /tmp/asreview && /tmp/asreview/bin/pip install asreview==3.0.8
    paperqueue review export R1 --format asreview -o R1.asreview
    paperqueue review export R1 --format decisions-csv -o R1.csv
    /tmp/asreview/bin/python test/interop/asreview/round_trip.py R1.asreview R1.csv OUT

It fails if ASReview warns, knows other labels than the table, or has no next record while some are unlabelled. OUT gets
back.ris, back.csv and back.asreview, for `paperqueue review import`. test/fixtures/screening has three such files.
"""

import io
import os
import sys
import tempfile
from pathlib import Path

os.environ["ASREVIEW_PATH"] = tempfile.mkdtemp()

import pandas as pd  # noqa: E402
from asreview.webapp.app import create_app  # noqa: E402

project_file, table, out = (Path(each) for each in sys.argv[1:4])
out.mkdir(parents=True, exist_ok=True)
app = create_app()
app.config.update(AUTHENTICATION=False, TESTING=True, LOGIN_DISABLED=True)
client = app.test_client()

upload = {"file": (io.BytesIO(project_file.read_bytes()), project_file.name)}
answer = client.post("/api/projects/import", data=upload, content_type="multipart/form-data")
assert answer.status_code == 200, answer.json
assert answer.json["warnings"] == [], answer.json["warnings"]
project = f"/api/projects/{answer.json['data']['id']}"

every = "collections=relevant&collections=irrelevant&collections=not_seen"
for ending in ["csv", "ris"]:
    answer = client.get(f"{project}/export_dataset?format={ending}&{every}")
    assert answer.status_code == 200, answer.json
    (out / f"back.{ending}").write_bytes(answer.data)
(out / "back.asreview").write_bytes(client.get(f"{project}/export_project").data)

ours = pd.read_csv(table, encoding="utf-8-sig").set_index("title")["included"].sort_index()
theirs = pd.read_csv(out / "back.csv").set_index("title")["asreview_label"].sort_index()
pd.testing.assert_series_equal(ours.astype("Int64"), theirs.astype("Int64"), check_names=False)

answer = client.get(f"{project}/get_record").json
assert bool(ours.isna().sum()) == (answer["result"] is not None), answer
print(f"ASReview has the same {len(ours)} records, {int(ours.notna().sum())} of them labelled")
