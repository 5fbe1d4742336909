import type { Preferences } from "../../domain/preferences.ts";
import { type Html, html } from "../../http/html.ts";

/** A choice in a form: the value of its field, what it says, and the preferences that it means. */
interface Choice {
  readonly value: string;
  readonly label: string;
  readonly preferences: Preferences;
}

interface ChoiceField {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** The first choice of each field is the default. */
export const choiceFields: readonly ChoiceField[] = [
  {
    name: "style",
    label: "Style",
    choices: [
      { value: "property", label: "Standard", preferences: { enhance_type: "property" } },
      { value: "natural", label: "Natural", preferences: { enhance_type: "natural" } },
      { value: "warm", label: "Warm", preferences: { enhance_type: "warm" } },
      { value: "neutral", label: "Neutral", preferences: { enhance_type: "neutral" } },
      { value: "modern", label: "Modern", preferences: { enhance_type: "modern" } },
      { value: "property_usa", label: "Bright (USA)", preferences: { enhance_type: "property_usa" } },
    ],
  },
  {
    name: "brightness",
    label: "Brightness",
    choices: [
      { value: "auto", label: "Automatic", preferences: {} },
      { value: "NONE", label: "Darker", preferences: { brightness_boost: "NONE" } },
      { value: "LOW", label: "Brighter", preferences: { brightness_boost: "LOW" } },
      { value: "MEDIUM", label: "Much brighter", preferences: { brightness_boost: "MEDIUM" } },
      { value: "HIGH", label: "Brightest", preferences: { brightness_boost: "HIGH" } },
    ],
  },
  {
    name: "windows",
    label: "Windows",
    choices: [
      { value: "auto", label: "Automatic", preferences: {} },
      { value: "NONE", label: "Leave bright outside", preferences: { window_pull_type: "NONE" } },
      { value: "ONLY_WINDOWS", label: "Natural view", preferences: { window_pull_type: "ONLY_WINDOWS" } },
      {
        value: "WINDOWS_WITH_SKIES",
        label: "Clear view, with sky",
        preferences: { window_pull_type: "WINDOWS_WITH_SKIES" },
      },
    ],
  },
  {
    name: "verticals",
    label: "Verticals",
    choices: [
      { value: "auto", label: "Straighten", preferences: {} },
      {
        value: "content",
        label: "Straighten, crop little",
        preferences: { perspective_correction_mode: "PRESERVE_CONTENT" },
      },
      {
        value: "full",
        label: "Straighten fully",
        preferences: { perspective_correction_mode: "PRIORITIZE_PERSPECTIVE" },
      },
      { value: "off", label: "Leave as they are", preferences: { vertical_correction: false } },
    ],
  },
];

/** The preferences that these fields decide; a field that is set to automatic removes its own. */
export const decidedPreferences = [
  "enhance_type",
  "brightness_boost",
  "window_pull",
  "window_pull_type",
  "vertical_correction",
  "perspective_correction",
  "perspective_correction_mode",
] as const satisfies readonly (keyof Preferences)[];

/** `preferences` with what the form says instead of what these fields decide. Unknown values mean the default. */
export function withChoices(preferences: Preferences, form: Readonly<Record<string, unknown>>): Preferences {
  const kept: Preferences = { ...preferences };
  for (const name of decidedPreferences) delete kept[name];
  const chosen = choiceFields.map(
    ({ name, choices }) => choices.find(({ value }) => value === form[name]) ?? choices[0],
  );
  return Object.assign(kept, ...chosen.map((choice) => choice.preferences));
}

/** The value of a field that means these preferences. */
function valueFor({ choices }: ChoiceField, preferences: Preferences): string {
  const fits = ({ preferences: wanted }: Choice) =>
    Object.entries(wanted).every(([name, value]) => preferences[name as keyof Preferences] === value);
  // The default of most fields fits everything, so the others are tried first.
  return [...choices].reverse().find(fits)?.value ?? choices[0].value;
}

export function preferenceFields(preferences: Preferences): Html {
  return html`<div class="choices">${choiceFields.map((field) => {
    const current = valueFor(field, preferences);
    return html`<div class="field">
<label for="${field.name}">${field.label}</label>
<select id="${field.name}" name="${field.name}">${field.choices.map(
      ({ value, label }) => html`<option value="${value}"${value === current && html` selected`}>${label}</option>`,
    )}</select>
</div>`;
  })}</div>`;
}
