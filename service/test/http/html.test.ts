import fc from "fast-check";
import { expect, test } from "vitest";
import { type Content, html } from "../../src/http/html.ts";

test("what is put into a template is escaped, in text and in attributes", () => {
  const hostile = `"><script>alert('1')</script>&amp;\``;
  const page = html`<p title="${hostile}">${hostile}</p>`.text;
  const escaped = "&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;amp;&#96;";
  expect(page).toBe(`<p title="${escaped}">${escaped}</p>`);
});

test("what was made by a template is kept, alone and in lists", () => {
  const items = ["<a>", "b"].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>`.text).toBe("<ul><li>&#60;a&#62;</li><li>b</li></ul>");
});

test.each([
  [null, ""],
  [undefined, ""],
  [false, ""],
  [0, "0"],
  ["", ""],
  [["<", [1, null]], "&#60;1"],
] as [Content, string][])("%j leaves %j", (content, expected) => {
  expect(html`${content}`.text).toBe(expected);
});

test("no text whatever gets a tag, a quote or an entity of its own into a page", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const inner = html`${text}`.text;
      expect(inner).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
      expect(inner.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))).toBe(text);
    }),
  );
});

test("an object that only looks like made HTML is escaped, or nothing", () => {
  const fake = { text: "<script>" } as unknown as string;
  expect(() => html`${fake}`.text).toThrow();
});
