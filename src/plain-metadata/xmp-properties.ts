import type { PlanValue } from "../stages/metadata/index.ts";

/**
 * Prefix and namespace by ExifTool's group (XMP specification, part 2; IPTC Core and Extension; PLUS; Photo Sphere).
 */
export const namespaces: Readonly<Record<string, readonly [prefix: string, uri: string]>> = {
  "XMP-dc": ["dc", "http://purl.org/dc/elements/1.1/"],
  "XMP-xmp": ["xmp", "http://ns.adobe.com/xap/1.0/"],
  "XMP-xmpRights": ["xmpRights", "http://ns.adobe.com/xap/1.0/rights/"],
  "XMP-xmpMM": ["xmpMM", "http://ns.adobe.com/xap/1.0/mm/"],
  "XMP-photoshop": ["photoshop", "http://ns.adobe.com/photoshop/1.0/"],
  "XMP-iptcCore": ["Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"],
  "XMP-iptcExt": ["Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"],
  "XMP-GPano": ["GPano", "http://ns.google.com/photos/1.0/panorama/"],
  "XMP-lr": ["lr", "http://ns.adobe.com/lightroom/1.0/"],
  "XMP-digiKam": ["digiKam", "http://www.digikam.org/ns/1.0/"],
  "XMP-microsoft": ["MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0"],
  "XMP-plus": ["plus", "http://ns.useplus.org/ldf/xmp/1.0/"],
};
/** Namespaces of fields of structures. */
export const fieldNamespaces: Readonly<Record<string, string>> = {
  stEvt: "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
  stRef: "http://ns.adobe.com/xap/1.0/sType/ResourceRef#",
};

/** How a property is written: as one value, as a list, or as a text for each language. */
type Form = "text" | "Bag" | "Seq" | "language" | "number" | "whole" | "flag" | "date" | "vocabulary";

const byForm: Readonly<Record<Form, string>> = {
  text: [
    "dc:Identifier dc:Source xmp:CreatorTool xmp:Nickname xmp:Author xmp:Keywords xmp:Label xmpMM:DocumentID",
    "xmpMM:OriginalDocumentID xmpRights:Certificate xmpRights:WebStatement photoshop:Headline photoshop:Instructions",
    "photoshop:Source photoshop:TransmissionReference photoshop:AuthorsPosition photoshop:CaptionWriter",
    "photoshop:Category photoshop:Credit photoshop:LabelColor iptcCore:IntellectualGenre iptcExt:DigitalSourceType",
    "iptcExt:AISystemUsed iptcExt:AISystemVersionUsed iptcExt:AIPromptInformation iptcExt:AIPromptWriterName",
    "iptcExt:AdditionalModelInformation iptcExt:DigitalImageGUID iptcExt:DigitalSourceFileType",
    "iptcExt:CircaDateCreated GPano:ProjectionType GPano:StitchingSoftware digiKam:ColorLabel digiKam:PickLabel",
    "microsoft:RatingPercent plus:CopyrightOwnerImageID plus:CopyrightRegistrationNumber plus:ImageCreatorImageID",
    "plus:ImageSupplierImageID plus:LicenseID plus:LicenseeImageID plus:LicensorImageID plus:MediaSummaryCode",
    "plus:PLUSVersion plus:TermsAndConditionsURL",
  ].join(" "),
  Bag: [
    "dc:Contributor dc:Language dc:Publisher dc:Relation dc:Subject dc:Type xmp:Identifier xmpRights:Owner",
    "photoshop:SupplementalCategories iptcCore:Scene iptcCore:SubjectCode iptcExt:ControlledVocabularyTerm",
    "iptcExt:OrganisationInImageCode iptcExt:OrganisationInImageName iptcExt:PersonInImage iptcExt:EventID",
    "lr:HierarchicalSubject lr:WeightedFlatSubject plus:ModelReleaseID plus:PropertyReleaseID",
  ].join(" "),
  Seq: "dc:Creator digiKam:TagsList",
  language: [
    "dc:Title dc:Description dc:Rights xmp:Title xmp:Description xmpRights:UsageTerms iptcCore:AltTextAccessibility",
    "iptcCore:ExtDescrAccessibility iptcExt:Headline iptcExt:Event plus:TermsAndConditionsText plus:OtherConstraints",
    "plus:OtherConditions plus:LicensorNotes plus:MediaConstraints plus:RegionConstraints",
  ].join(" "),
  number: [
    "xmp:Rating xmp:RatingPercent GPano:FullPanoWidthPixels GPano:FullPanoHeightPixels GPano:CroppedAreaLeftPixels",
    "GPano:CroppedAreaTopPixels GPano:CroppedAreaImageWidthPixels GPano:CroppedAreaImageHeightPixels",
    "GPano:PoseHeadingDegrees GPano:PosePitchDegrees GPano:PoseRollDegrees GPano:InitialViewHeadingDegrees",
    "GPano:InitialViewPitchDegrees GPano:InitialViewRollDegrees GPano:InitialHorizontalFOVDegrees",
  ].join(" "),
  whole: "photoshop:Urgency iptcExt:CopyrightYear GPano:SourcePhotosCount",
  flag: "GPano:UsePanoramaViewer xmpRights:Marked",
  date: "plus:FirstPublicationDate plus:LicenseStartDate plus:LicenseEndDate plus:LicenseTransactionDate",
  vocabulary: [
    "plus:AdultContentWarning plus:CopyrightStatus plus:CreditLineRequired plus:DataMining plus:ImageType plus:Reuse",
    "plus:MinorModelAgeDisclosure plus:ModelReleaseStatus plus:PropertyReleaseStatus",
  ].join(" "),
};
const forms = new Map(
  Object.entries(byForm).flatMap(([form, names]) => names.split(" ").map((name) => [`XMP-${name}`, form as Form])),
);

/** Structures whose fields are texts: the kind of their list, if any, and the prefix of the fields. */
export const structures: Readonly<Record<string, readonly [list: "Seq" | "Bag" | undefined, prefix: string]>> = {
  "XMP-xmpMM:History": ["Seq", "stEvt"],
  "XMP-xmpMM:DerivedFrom": [undefined, "stRef"],
  "XMP-xmpMM:Ingredients": ["Bag", "stRef"],
  "XMP-iptcCore:CreatorContactInfo": [undefined, "Iptc4xmpCore"],
};
const fieldNames: Readonly<Record<string, RegExp>> = {
  stEvt: /^(?:Action|Parameters|SoftwareAgent|When)$/,
  stRef: /^(?:InstanceID|DocumentID|OriginalDocumentID)$/,
  Iptc4xmpCore: /^CiAdr(?:City|Ctry|Extadr|Pcode|Region)$|^Ci(?:EmailWork|TelWork|UrlWork)$/,
};

/** Names that differ between ExifTool and the standards. */
const standardNames: Readonly<Record<string, string>> = {
  "XMP-iptcExt:AdditionalModelInformation": "AddlModelInfo",
  "XMP-iptcExt:ControlledVocabularyTerm": "CVterm",
  "XMP-iptcExt:DigitalImageGUID": "DigImageGUID",
  "XMP-iptcExt:DigitalSourceFileType": "DigitalSourcefileType",
  "XMP-iptcExt:EventID": "EventId",
  "XMP-microsoft:RatingPercent": "Rating",
  "XMP-plus:PLUSVersion": "Version",
};
const smallFirst = new Set(["dc", "lr", "stEvt", "stRef"]);

/** A property's name with its prefix. */
export function qualifiedName(tag: string): string {
  const [group, name] = tag.split(":");
  return prefixed(namespaces[group][0], standardNames[tag] ?? name);
}

/** A field's name with its prefix; `undefined` if it is unknown. */
export function fieldName(prefix: string, name: string): string | undefined {
  return fieldNames[prefix].test(name) ? prefixed(prefix, name) : undefined;
}

function prefixed(prefix: string, name: string): string {
  return `${prefix}:${smallFirst.has(prefix) ? name.charAt(0).toLowerCase() + name.slice(1) : name}`;
}

export function formOf(tag: string): Form | undefined {
  return forms.get(tag);
}

/** A date in the form of EXIF or of the XMP standard; month, day and time are optional. */
const dates = /^(\d{4})(?:[:-](\d\d))?(?:[:-](\d\d))?(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const plusVocabulary = "http://ns.useplus.org/ldf/vocab/";

/** The text of a value in this form; `undefined` if the value does not fit. */
export function written(form: Form, value: PlanValue): string | undefined {
  if (typeof value !== "string") return undefined;
  if (form === "number") return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value) ? value : undefined;
  if (form === "whole") return /^[+-]?\d+$/.test(value) ? value : undefined;
  if (form === "flag") return /^(?:true|false)$/i.test(value) ? (/^t/i.test(value) ? "True" : "False") : undefined;
  if (form === "vocabulary") return plusVocabulary + value;
  if (form !== "date") return value;
  const match = dates.exec(value);
  if (!match) return undefined;
  const [, year, month, day, time, zone = ""] = match;
  const date = [year, month, day].filter((part) => part !== undefined).join("-");
  if (time === undefined) return date;
  return day === undefined ? undefined : `${date}T${time}${zone}`;
}
