/**
 * Groups of a photographer's own metadata that can be dropped by name; `rights` and the disclosure of origin cannot.
 */
export const droppableGroups = [
  "description",
  "keywords",
  "rating",
  "contact",
  "persons",
  "event",
  "artwork",
  "comment",
  "ids",
] as const;
type DroppableGroup = (typeof droppableGroups)[number];
type KeptGroup = DroppableGroup | "rights" | "disclosure" | "location";

/** One statement about a picture, and all fields that contain it. */
export interface KeptField {
  readonly group: KeptGroup;
  /** First field to be read, and always written; XMP fields in all languages, structures as a whole. */
  readonly tag: string;
  /** The same field in IPTC-IIM, with its maximum length in bytes (IIM 4.2). */
  readonly iptc?: readonly [tag: string, maxBytes: number];
  /** The same in EXIF. */
  readonly exif?: string;
  /** Further sources, read if all others are absent. */
  readonly from?: readonly string[];
  /** The text itself is written into every block by description.ts; only its other languages are copied here. */
  readonly otherLanguages?: true;
  /** Lists of all blocks are merged; in EXIF they are one text, separated by semicolons. */
  readonly isList?: true;
}

/** Fields with the same text in several blocks (Metadata Working Group 2.0, ch. 5; IPTC Photo Metadata 2025.1). */
const sharedFields: readonly KeptField[] = [
  {
    group: "description",
    tag: "XMP-dc:Title",
    iptc: ["IPTC:ObjectName", 64],
    exif: "IFD0:XPTitle",
    from: ["PNG:Title"],
  },
  { group: "description", tag: "XMP-photoshop:Headline", iptc: ["IPTC:Headline", 256] },
  { group: "description", tag: "XMP-photoshop:Instructions", iptc: ["IPTC:SpecialInstructions", 256] },
  { group: "description", tag: "XMP-photoshop:Source", iptc: ["IPTC:Source", 32] },
  {
    group: "description",
    tag: "XMP-photoshop:TransmissionReference",
    iptc: ["IPTC:OriginalTransmissionReference", 32],
  },
  { group: "description", tag: "XMP-photoshop:AuthorsPosition", iptc: ["IPTC:By-lineTitle", 32] },
  { group: "description", tag: "XMP-photoshop:CaptionWriter", iptc: ["IPTC:Writer-Editor", 32] },
  { group: "description", tag: "XMP-photoshop:Category", iptc: ["IPTC:Category", 3] },
  { group: "rating", tag: "XMP-photoshop:Urgency", iptc: ["IPTC:Urgency", 1] },
  { group: "rating", tag: "XMP-xmp:Rating", exif: "IFD0:Rating" },
  { group: "rights", tag: "XMP-photoshop:Credit", iptc: ["IPTC:Credit", 32] },
  { group: "comment", tag: "ExifIFD:UserComment", from: ["XMP-exif:UserComment"] },
  {
    group: "keywords",
    tag: "XMP-dc:Subject",
    iptc: ["IPTC:Keywords", 64],
    exif: "IFD0:XPKeywords",
    isList: true,
  },
  {
    group: "keywords",
    tag: "XMP-photoshop:SupplementalCategories",
    iptc: ["IPTC:SupplementalCategories", 32],
    isList: true,
  },
];

/** Fields that only one block has. */
const ownFields: readonly KeptField[] = [
  { group: "description", tag: "XMP-dc:Description", otherLanguages: true },
  { group: "rights", tag: "XMP-dc:Rights", otherLanguages: true },
  { group: "rights", tag: "XMP-dc:Creator", otherLanguages: true },
  ...fields("description", "XMP-dc", "Contributor Identifier Language Publisher Relation Source Type"),
  ...fields("description", "XMP-iptcCore", "AltTextAccessibility ExtDescrAccessibility IntellectualGenre Scene"),
  ...fields("description", "XMP-iptcExt", "Headline Genre AboutCvTerm ControlledVocabularyTerm WorkflowTag"),
  ...fields("description", "XMP-iptcExt", "CircaDateCreated ProductInImage CopyrightYear"),
  ...fields("description", "XMP-iptcExt", "OrganisationInImageCode OrganisationInImageName"),
  ...fields("description", "XMP-xmp", "Nickname Title Description Author"),
  ...fields("description", "IPTC", "EditStatus EditorialUpdate FixtureIdentifier ObjectAttributeReference"),
  ...fields("description", "IPTC", "ObjectTypeReference SubjectReference LanguageIdentifier ReleaseDate ReleaseTime"),
  ...fields(
    "description",
    "IPTC",
    "ExpirationDate ExpirationTime ActionAdvised ObjectCycle DocumentNotes LocalCaption",
  ),
  ...fields("description", "IFD0", "XPSubject DocumentName PageName"),
  ...fields("keywords", "XMP-iptcCore", "SubjectCode"),
  ...fields("keywords", "XMP-lr", "HierarchicalSubject WeightedFlatSubject"),
  ...fields("keywords", "XMP-digiKam", "TagsList"),
  ...fields("keywords", "XMP-xmp", "Keywords"),
  ...fields("keywords", "XMP-mwg-coll", "Collections"),
  ...fields("rating", "XMP-xmp", "Label RatingPercent"),
  ...fields("rating", "XMP-photoshop", "LabelColor"),
  ...fields("rating", "XMP-digiKam", "ColorLabel PickLabel"),
  ...fields("rating", "XMP-microsoft", "RatingPercent"),
  ...fields("rating", "XMP-iptcExt", "Rating"),
  ...fields("rating", "IFD0", "RatingPercent"),
  ...fields("contact", "XMP-iptcCore", "CreatorContactInfo"),
  ...fields("contact", "IPTC", "Contact"),
  ...fields("rights", "XMP-xmpRights", "Certificate Marked Owner UsageTerms WebStatement"),
  ...fields("rights", "XMP-cc", "AttributionName AttributionURL DeprecatedOn Jurisdiction LegalCode License"),
  ...fields("rights", "XMP-cc", "MorePermissions Permits Prohibits Requires UseGuidelines"),
  ...fields("rights", "XMP-iptcExt", "EmbdEncRightsExpr LinkedEncRightsExpr Creator Contributor"),
  ...fields("rights", "XMP-iptcExt", "SupplyChainSource MetadataAuthority MetadataLastEdited MetadataLastEditor"),
  ...fields("rights", "XMP-plus", "CopyrightOwner CopyrightOwnerImageID CopyrightRegistrationNumber CopyrightStatus"),
  ...fields("rights", "XMP-plus", "CreditLineRequired EndUser FirstPublicationDate ImageAlterationConstraints"),
  ...fields("rights", "XMP-plus", "ImageCreator ImageCreatorImageID ImageDuplicationConstraints ImageFileConstraints"),
  ...fields("rights", "XMP-plus", "ImageSupplier ImageSupplierImageID ImageType LicenseEndDate LicenseID"),
  ...fields(
    "rights",
    "XMP-plus",
    "LicenseStartDate LicenseTransactionDate Licensee LicenseeImageID LicenseeImageNotes",
  ),
  ...fields("rights", "XMP-plus", "LicenseeProjectReference LicenseeTransactionID Licensor LicensorImageID"),
  ...fields("rights", "XMP-plus", "LicensorNotes LicensorTransactionID MediaConstraints MediaSummaryCode"),
  ...fields("rights", "XMP-plus", "OtherConditions OtherConstraints OtherImageInfo OtherLicenseDocuments"),
  ...fields("rights", "XMP-plus", "OtherLicenseInfo OtherLicenseRequirements PLUSVersion ProductOrServiceConstraints"),
  ...fields("rights", "XMP-plus", "PropertyReleaseID PropertyReleaseStatus RegionConstraints Reuse"),
  ...fields("rights", "XMP-plus", "TermsAndConditionsText TermsAndConditionsURL AdultContentWarning"),
  ...fields("rights", "XMP-plus", "Custom1 Custom2 Custom3 Custom4 Custom5 Custom6 Custom7 Custom8 Custom9 Custom10"),
  ...fields("disclosure", "XMP-plus", "DataMining"),
  ...fields("disclosure", "XMP-iptcExt", "AISystemUsed AISystemVersionUsed AIPromptInformation AIPromptWriterName"),
  ...fields("disclosure", "XMP-iptcExt", "DigitalSourceFileType"),
  ...fields("persons", "XMP-iptcExt", "PersonInImage PersonInImageWDetails AdditionalModelInformation ModelAge"),
  ...fields("persons", "XMP-plus", "MinorModelAgeDisclosure ModelReleaseID ModelReleaseStatus"),
  ...fields("event", "XMP-iptcExt", "Event EventID ShownEvent PlanningRef"),
  ...fields("artwork", "XMP-iptcExt", "ArtworkOrObject"),
  ...fields("ids", "XMP-iptcExt", "DigitalImageGUID RegistryID"),
  ...fields("ids", "XMP-xmp", "Identifier"),
  ...fields("ids", "XMP-xmpMM", "DocumentID OriginalDocumentID"),
  ...fields("ids", "IPTC", "UniqueDocumentID ShortDocumentID MasterDocumentID OwnerID JobID"),
  ...fields("ids", "ExifIFD", "ImageUniqueID"),
];

/** Fields of the location; written only on request. */
const locationFields: readonly KeptField[] = [
  ...fields("location", "GPS", "GPSVersionID GPSLatitudeRef GPSLatitude GPSLongitudeRef GPSLongitude"),
  ...fields("location", "GPS", "GPSAltitudeRef GPSAltitude GPSMapDatum GPSImgDirectionRef GPSImgDirection"),
  ...fields("location", "GPS", "GPSAreaInformation"),
  ...fields("location", "XMP-exif", "GPSLatitude GPSLongitude"),
  { group: "location", tag: "XMP-photoshop:City", iptc: ["IPTC:City", 32] },
  { group: "location", tag: "XMP-photoshop:State", iptc: ["IPTC:Province-State", 32] },
  { group: "location", tag: "XMP-photoshop:Country", iptc: ["IPTC:Country-PrimaryLocationName", 64] },
  { group: "location", tag: "XMP-iptcCore:CountryCode", iptc: ["IPTC:Country-PrimaryLocationCode", 3] },
  { group: "location", tag: "XMP-iptcCore:Location", iptc: ["IPTC:Sub-location", 32] },
  ...fields("location", "XMP-iptcExt", "LocationCreated LocationShown"),
];

/** The table of all kept fields with their tags; fields that are not in it are dropped. */
export const keptFields: readonly KeptField[] = [...sharedFields, ...ownFields, ...locationFields];

/** Groups of tags written by people and their programs; dropped tags of these groups are reported. */
const ownersGroups =
  "XMP-dc XMP-iptcCore XMP-iptcExt XMP-plus XMP-photoshop XMP-xmp XMP-xmpRights XMP-cc XMP-lr XMP-digiKam XMP-microsoft XMP-prism XMP-mwg-coll XMP-mwg-rs XMP-MP XMP-acdsee XMP-mediapro IPTC".split(
    " ",
  );

/** Tags of these groups that programs write for themselves: they do not describe the picture, or are rewritten. */
const programsOwn = new Set(
  [
    "XMP-dc:Format XMP-dc:Date XMP-xmp:CreateDate XMP-xmp:ModifyDate XMP-xmp:MetadataDate XMP-xmp:CreatorTool",
    "XMP-xmp:Thumbnails XMP-xmp:ThumbnailImage XMP-xmp:PageInfo XMP-xmp:Format XMP-xmp:BaseURL XMP-xmp:Advisory",
    "XMP-photoshop:ColorMode XMP-photoshop:ICCProfileName XMP-photoshop:DateCreated XMP-photoshop:History",
    "XMP-photoshop:SidecarForExtension XMP-photoshop:EmbeddedXMPDigest XMP-photoshop:LegacyIPTCDigest",
    "XMP-photoshop:CameraProfiles XMP-photoshop:TextLayers XMP-iptcExt:DigitalSourceType XMP-plus:ImageFileSizeAsDelivered",
    "XMP-plus:FileNameAsDelivered XMP-plus:ImageFileFormatAsDelivered XMP-digiKam:ImageHistory",
    "XMP-digiKam:LensCorrectionSettings XMP-digiKam:ImageUniqueID XMP-digiKam:CaptionsDateTimeStamps",
    "XMP-microsoft:DateAcquired XMP-microsoft:CameraSerialNumber XMP-microsoft:LensModel XMP-microsoft:LensManufacturer",
    "XMP-iptcExt:IPTCLastEdited XMP-iptcExt:MaxAvailHeight XMP-iptcExt:MaxAvailWidth XMP-dc:Coverage",
    "IPTC:CodedCharacterSet IPTC:ApplicationRecordVersion IPTC:EnvelopeRecordVersion IPTC:FileFormat IPTC:FileVersion",
    "IPTC:DateCreated IPTC:TimeCreated IPTC:DigitalCreationDate IPTC:DigitalCreationTime IPTC:OriginatingProgram",
    "IPTC:ProgramVersion IPTC:ImageOrientation IPTC:ImageType IPTC:DateSent IPTC:TimeSent IPTC:ServiceIdentifier",
    "IPTC:EnvelopeNumber IPTC:EnvelopePriority IPTC:ProductID IPTC:Destination IPTC:Prefs IPTC:ExifCameraInfo",
    "IPTC:ObjectPreviewData IPTC:ObjectPreviewFileFormat IPTC:ObjectPreviewFileVersion IPTC:RasterizedCaption",
    "IPTC:ContentLocationCode IPTC:ContentLocationName IPTC:By-line IPTC:Caption-Abstract IPTC:CopyrightNotice",
  ].flatMap((list) => list.split(" ")),
);

/** Whether a tag is a person's statement about the picture. */
export function isOwners(tag: string): boolean {
  return ownersGroups.includes(tag.slice(0, tag.indexOf(":"))) && !programsOwn.has(tag);
}

/** Internal lists and pictures of programs, some of which take megabytes. */
const unwanted =
  "XMP-crs:*Corr* XMP-crs:*Mask* XMP-crs:*Curve* XMP-crs:Retouch* XMP-crs:Look* XMP-crs:PointColor* XMP-photoshop:DocumentAncestors XMP-photoshop:History XMP-photoshop:TextLayers XMP-photoshop:CameraProfiles XMP-xmp:ThumbnailImage XMP-xmp:Thumbnails XMP-xmpMM:Pantry IPTC:ObjectPreviewData".split(
    " ",
  );

/** ExifTool requests for all of these tags. Whole families, because each request costs 0.3 ms for each file. */
export const keptRequests: readonly string[] = [
  "-XMP:all#",
  "-IPTC:all#",
  "-GPS:all#",
  ...keptFields
    .flatMap(({ tag, exif, from = [] }) => [tag, ...(exif === undefined ? [] : [exif]), ...from])
    .filter((tag) => !/^(?:XMP-|IPTC:|GPS:)/.test(tag))
    .map((tag) => `-${tag}#`),
  ...unwanted.map((tag) => `--${tag}`),
];

function fields(group: KeptGroup, family: string, names: string): KeptField[] {
  return names.split(" ").map((name) => ({ group, tag: `${family}:${name}` }));
}

/** Whether a field written by the photographer is kept. */
export type Selection = (field: KeptField) => boolean;

interface SelectionOptions {
  readonly dropMetadata: string;
  readonly keepMetadata: string;
  readonly keepLocation: boolean;
}

const isDroppable = ({ group }: KeptField) => droppableGroups.some((name) => name === group);

/** Tags that can be dropped by name, in every block that has them. */
export const droppableTags: readonly string[] = keptFields.filter(isDroppable).flatMap(namesOf);
/** Tags that can be kept by name: the droppable ones, and the standard ones of places. */
export const keepableTags: readonly string[] = [
  ...droppableTags,
  ...keptFields.filter(({ group }) => group === "location").flatMap(namesOf),
];

/** Tags take precedence over groups, and keeping over dropping. Rights and disclosure are always kept. */
export function selectionOf({ dropMetadata, keepMetadata, keepLocation }: SelectionOptions): Selection {
  const [dropped, kept] = [dropMetadata, keepMetadata].map(
    (list) => new Set(list.split(",").map((name) => name.trim())),
  );
  return (field) => {
    const names = namesOf(field);
    if (names.some((name) => kept.has(name))) return true;
    if (field.group === "location") return keepLocation;
    if (names.some((name) => dropped.has(name))) return false;
    return kept.has(field.group) || !dropped.has(field.group);
  };
}

function namesOf({ tag, iptc, exif }: KeptField): string[] {
  return [tag, ...(iptc ? [iptc[0]] : []), ...(exif === undefined ? [] : [exif])];
}
