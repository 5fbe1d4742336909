import { Type } from "@sinclair/typebox";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { preferencesSchema } from "../../src/domain/preferences.ts";
import { clientId } from "../../src/http/schemas.ts";
import { sentencesOf } from "../../src/http/validation.ts";

const schema = Type.Object({
  ...preferencesSchema.properties,
  order_id: Type.Optional(clientId("Chosen by the client")),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
  images: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
});
const ajv = new Ajv({ strict: false, verbose: true });
ajv.addKeyword("x-max-json-length");
const validate = ajv.compile(schema);

test.each([
  [{ rating: "high" }, "Must be a whole number."],
  [{ rating: 6 }, "Must be at most 5."],
  [{ hdr: "perhaps" }, "Must be true or false."],
  [{ metadata: 1 }, "Must be an object."],
  [{ saturation_level: "MAX" }, "Must be NONE, LOW, MEDIUM or HIGH."],
  [{ ai_version: "newest" }, "Must be latest, stable, beta or a version from 1 to 5, for example 5.0 or 4.x."],
  [
    { order_id: "../a" },
    "Must be 1 to 128 letters, digits, dots, hyphens or underscores, and begin with a letter or a digit.",
  ],
  [{ name: "" }, "Must not be empty."],
  [{ name: "long" }, "Must have at most 3 characters."],
  [{ name: 3 }, "Must be text."],
  [{ images: [] }, "Must have at least 1 entry."],
  [{ images: ["a", "b", "c"] }, "Must have at most 2 entries."],
])("the message about %j is a sentence", (given, sentence) => {
  expect(validate(given)).toBe(false);
  expect(sentencesOf(validate.errors ?? [])).toEqual([sentence]);
});
