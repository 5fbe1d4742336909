import { type Html, html } from "../html.ts";
import type { Coverage } from "./coverage.ts";

/** The lens coverage of an `ai_version` as a page without scripts or styles. */
export function lensesPage({ lenses, cameras }: Coverage, version: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lens coverage · Lightwell</title>
</head>
<body>
<h1>Lens coverage</h1>
<p>Correction applies to lenses that are made for the camera's mount; lens adapters are not supported. The profiles are lensfun's (CC BY-SA 3.0). This table is for ai_version ${version}; versions below 5 correct only lenses with all three measurements (<a href="/lenses?ai_version=4.x">table for 4.x</a>).</p>
<h2 id="lenses">Lenses</h2>
<table>
<thead><tr><th scope="col">Manufacturer<th scope="col">Model<th scope="col">Crop factor<th scope="col">Distortion<th scope="col">Transverse chromatic aberration<th scope="col">Vignetting</tr></thead>
<tbody>
${lenses.map(
  ({ maker, model, crop, corrects }) =>
    html`<tr><td>${maker}<td>${model}<td>${crop}${[corrects.distortion, corrects.fringes, corrects.vignetting].map(yesOrNo)}</tr>
`,
)}</tbody>
</table>
<h2 id="cameras">Cameras</h2>
<table>
<thead><tr><th scope="col">Manufacturer<th scope="col">Model<th scope="col">Mount<th scope="col">Crop factor</tr></thead>
<tbody>
${cameras.map(
  ({ maker, model, mount, crop }) => html`<tr><td>${maker}<td>${model}<td>${mount}<td>${crop}</tr>
`,
)}</tbody>
</table>
</body>
</html>
`.text;
}

function yesOrNo(is: boolean): Html {
  return is ? html`<td>yes` : html`<td>no`;
}
