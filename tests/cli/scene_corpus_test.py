"""The corpus of scenes through the real command, and against docs/scene.schema.json.

The schema and the reader must agree: good/ is accepted by both, bad/ by neither, beyond/ only by the schema (it cannot
say that names exist or that |q| is near 1), text/ is no JSON that we take. The validator below knows just the words of
JSON Schema that our schema uses and fails on others, so it cannot pass by ignorance.
"""
import json
import shutil

from graze_case import SOURCE, GrazeCase, main

CORPUS = SOURCE / "tests/corpus/scene"
SCHEMA = json.loads((SOURCE / "docs/scene.schema.json").read_text())
ANNOTATIONS = {"$schema", "$defs", "title", "description", "default"}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def same(a, b):
    return type(a) is type(b) and a == b or is_number(a) and is_number(b) and a == b


KINDS = {"object": lambda v: isinstance(v, dict), "array": lambda v: isinstance(v, list), "string": lambda v: isinstance(v, str),
         "boolean": lambda v: isinstance(v, bool), "number": is_number, "integer": lambda v: is_number(v) and v == int(v)}

# keyword -> does the value satisfy it?
RULES = {
    "$ref": lambda v, word, s: valid(v, SCHEMA["$defs"][word.removeprefix("#/$defs/")]),
    "type": lambda v, word, s: KINDS[word](v),
    "const": lambda v, word, s: same(v, word),
    "enum": lambda v, word, s: any(same(v, w) for w in word),
    "minimum": lambda v, word, s: not is_number(v) or v >= word,
    "exclusiveMinimum": lambda v, word, s: not is_number(v) or v > word,
    "maximum": lambda v, word, s: not is_number(v) or v <= word,
    "minLength": lambda v, word, s: not isinstance(v, str) or len(v) >= word,
    "maxLength": lambda v, word, s: not isinstance(v, str) or len(v) <= word,
    "minItems": lambda v, word, s: not isinstance(v, list) or len(v) >= word,
    "maxItems": lambda v, word, s: not isinstance(v, list) or len(v) <= word,
    "uniqueItems": lambda v, word, s: not isinstance(v, list) or len(v) == len({json.dumps(x) for x in v}),
    "items": lambda v, word, s: not isinstance(v, list) or all(valid(x, word) for x in v),
    "properties": lambda v, word, s: not isinstance(v, dict) or all(valid(v[k], w) for k, w in word.items() if k in v),
    "required": lambda v, word, s: not isinstance(v, dict) or all(k in v for k in word),
    "additionalProperties": lambda v, word, s: not isinstance(v, dict) or word or all(k in s["properties"] for k in v),
    "oneOf": lambda v, word, s: sum(valid(v, w) for w in word) == 1,
    "anyOf": lambda v, word, s: any(valid(v, w) for w in word),
    "not": lambda v, word, s: not valid(v, word),
}


def valid(value, schema):
    unknown = set(schema) - set(RULES) - ANNOTATIONS
    assert not unknown, f"teach the validator {unknown}"
    return all(RULES[word](value, argument, schema) for word, argument in schema.items() if word in RULES)


def scenes(folder):
    files = sorted((CORPUS / folder).glob("*.json"))
    assert len(files) >= 10
    return files


class SceneCorpus(GrazeCase):
    def setUp(self):
        super().setUp()
        shutil.copytree(CORPUS, self.folder / "corpus")

    def test_good(self):
        for file in scenes("good"):
            with self.subTest(file=file.name):
                self.assertTrue(valid(json.loads(file.read_text(encoding="utf-8-sig")), SCHEMA))
                self.good("info", f"corpus/good/{file.name}")

    def test_bad(self):
        for file in scenes("bad"):
            with self.subTest(file=file.name):
                self.assertFalse(valid(json.loads(file.read_text()), SCHEMA))
                error = self.refused("info", f"corpus/bad/{file.name}", containing=file.name)
                self.assertEqual(error["code"], "bad_input")

    def test_beyond_the_schema(self):
        for file in scenes("beyond"):
            with self.subTest(file=file.name):
                self.assertTrue(valid(json.loads(file.read_text()), SCHEMA))
                self.refused("info", f"corpus/beyond/{file.name}", containing=file.name)

    def test_texts(self):
        for file in scenes("text"):
            with self.subTest(file=file.name):
                self.refused("info", f"corpus/text/{file.name}", containing=file.name)

    def test_demos_follow_the_schema(self):
        for name in ("screw-and-nut", "peg-in-hole"):
            self.good("demo", name, "--out", name)
            self.assertTrue(valid(json.loads((self.folder / name / "scene.json").read_text()), SCHEMA))


if __name__ == "__main__":
    main()
