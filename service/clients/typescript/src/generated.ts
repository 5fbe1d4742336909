// Generated from the service's OpenAPI document by `npm run clients -w service`; do not edit.

export interface Image {
  readonly image_id: string;
  readonly image_name: string;
  readonly order_id: string;
  /** registered, processing, processed or error */
  readonly status: string;
  /** Why the image is in the error state */
  readonly status_reason: string | null;
  /** Legacy: the registered Content-Type; the upload must have the same */
  readonly content_type: string | null;
  readonly user_id: string;
  /** Seconds since 1970 */
  readonly date_added: number;
  readonly downloaded: boolean;
  readonly enhanced: boolean;
  readonly error: boolean;
  /** Always null: scenes are not classified */
  readonly scene: string | null;
  readonly parent_image_id: string | null;
  readonly is_threesixty: boolean;
  /** Requested preferences that are not applied */
  readonly unsupported_preferences: readonly string[];
  /** The engine's warnings about the files and the picture */
  readonly warnings: readonly string[];
  /** Whether the picture agrees with its frames; null until processed, or if it was not checked */
  readonly check: { readonly passed: boolean; readonly rung: string; readonly findings: readonly string[] } | null;
  /** false: only decode, merge and write */
  readonly enhance?: boolean | null;
  /** property, property_usa, natural, warm, neutral or modern */
  readonly enhance_type?: string | null;
  readonly lens_correction?: boolean | null;
  readonly vertical_correction?: boolean | null;
  readonly perspective_correction?: boolean | null;
  /** DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE */
  readonly perspective_correction_mode?: string | null;
  readonly window_pull?: boolean | null;
  /** NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES */
  readonly window_pull_type?: string | null;
  /** Accepted, but not done: nothing is added to a scene */
  readonly sky_replacement?: boolean | null;
  /** CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement */
  readonly cloud_type?: string | null;
  /** Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON */
  readonly restage?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done */
  readonly privacy?: boolean | null;
  /** Accepted, not done */
  readonly upscale?: boolean | null;
  /** A 360° picture; detected if absent */
  readonly threesixty?: boolean | null;
  /** At registration: the upload is a bracket, held until its order is merged */
  readonly hdr?: boolean | null;
  readonly rating?: number | null;
  /** Kept with the image */
  readonly preset_id?: string | null;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done; at most 16384 characters of JSON */
  readonly finetune_settings?: Readonly<Record<string, unknown>> | null;
  /**
   * The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer
   * lenses
   */
  readonly ai_version?: string | null;
  readonly brightness_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly clarity_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly saturation_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly denoise_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
}

export interface Order {
  readonly order_id: string;
  readonly name: string | null;
  /** RFC 3339 */
  readonly created_at: string;
  /** RFC 3339 */
  readonly last_updated_at: string;
  readonly is_deleted: boolean;
  /** Brackets are being grouped into images */
  readonly is_merging: boolean;
  /** Images are being enhanced; once one has begun, also while uploads of others are awaited */
  readonly is_processing: boolean;
  /** waiting, processing, processed or error */
  readonly status: string;
  readonly total_images: number;
  /** Uploaded brackets that belong to no image until the order is processed again */
  readonly waiting_brackets: number;
  readonly images: readonly Image[];
}

export interface Bracket {
  readonly bracket_id: string;
  readonly image_id: string | null;
  readonly name: string;
  readonly order_id: string;
  readonly is_uploaded: boolean;
  /** Legacy: the registered Content-Type; the upload must have the same */
  readonly content_type: string | null;
  /** The client's own object; if none was sent, when and how the file was taken and with which camera, never where */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Body of `createImage`. */
export interface CreateImageBody {
  /** Name of the picture, usually the file's */
  readonly image_name: string;
  /** Chosen by the client; must be unused */
  readonly image_id?: string;
  /** Of an order of the account, or of a new one */
  readonly order_id?: string;
  /** Legacy: the upload must have this Content-Type */
  readonly content_type?: string;
  /** false: only decode, merge and write */
  readonly enhance?: boolean | null;
  /** property, property_usa, natural, warm, neutral or modern */
  readonly enhance_type?: string | null;
  readonly lens_correction?: boolean | null;
  readonly vertical_correction?: boolean | null;
  readonly perspective_correction?: boolean | null;
  /** DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE */
  readonly perspective_correction_mode?: string | null;
  readonly window_pull?: boolean | null;
  /** NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES */
  readonly window_pull_type?: string | null;
  /** Accepted, but not done: nothing is added to a scene */
  readonly sky_replacement?: boolean | null;
  /** CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement */
  readonly cloud_type?: string | null;
  /** Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON */
  readonly restage?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done */
  readonly privacy?: boolean | null;
  /** Accepted, not done */
  readonly upscale?: boolean | null;
  /** A 360° picture; detected if absent */
  readonly threesixty?: boolean | null;
  /** At registration: the upload is a bracket, held until its order is merged */
  readonly hdr?: boolean | null;
  readonly rating?: number | null;
  /** Kept with the image */
  readonly preset_id?: string | null;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done; at most 16384 characters of JSON */
  readonly finetune_settings?: Readonly<Record<string, unknown>> | null;
  /**
   * The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer
   * lenses
   */
  readonly ai_version?: string | null;
  readonly brightness_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly clarity_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly saturation_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly denoise_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
}

/** Answer to `createImage`. */
export interface CreateImageAnswer {
  readonly image_id: string;
  readonly image_name: string;
  readonly order_id: string;
  /** registered, processing, processed or error */
  readonly status: string;
  /** Why the image is in the error state */
  readonly status_reason: string | null;
  /** Legacy: the registered Content-Type; the upload must have the same */
  readonly content_type: string | null;
  readonly user_id: string;
  /** Seconds since 1970 */
  readonly date_added: number;
  readonly downloaded: boolean;
  readonly enhanced: boolean;
  readonly error: boolean;
  /** Always null: scenes are not classified */
  readonly scene: string | null;
  readonly parent_image_id: string | null;
  readonly is_threesixty: boolean;
  /** Requested preferences that are not applied */
  readonly unsupported_preferences: readonly string[];
  /** The engine's warnings about the files and the picture */
  readonly warnings: readonly string[];
  /** Whether the picture agrees with its frames; null until processed, or if it was not checked */
  readonly check: { readonly passed: boolean; readonly rung: string; readonly findings: readonly string[] } | null;
  /** false: only decode, merge and write */
  readonly enhance?: boolean | null;
  /** property, property_usa, natural, warm, neutral or modern */
  readonly enhance_type?: string | null;
  readonly lens_correction?: boolean | null;
  readonly vertical_correction?: boolean | null;
  readonly perspective_correction?: boolean | null;
  /** DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE */
  readonly perspective_correction_mode?: string | null;
  readonly window_pull?: boolean | null;
  /** NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES */
  readonly window_pull_type?: string | null;
  /** Accepted, but not done: nothing is added to a scene */
  readonly sky_replacement?: boolean | null;
  /** CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement */
  readonly cloud_type?: string | null;
  /** Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON */
  readonly restage?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done */
  readonly privacy?: boolean | null;
  /** Accepted, not done */
  readonly upscale?: boolean | null;
  /** A 360° picture; detected if absent */
  readonly threesixty?: boolean | null;
  /** At registration: the upload is a bracket, held until its order is merged */
  readonly hdr?: boolean | null;
  readonly rating?: number | null;
  /** Kept with the image */
  readonly preset_id?: string | null;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done; at most 16384 characters of JSON */
  readonly finetune_settings?: Readonly<Record<string, unknown>> | null;
  /**
   * The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer
   * lenses
   */
  readonly ai_version?: string | null;
  readonly brightness_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly clarity_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly saturation_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly denoise_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  /** From version 2025-05-05 on: the address for the PUT of the bytes */
  readonly upload_url?: string;
  /** Before version 2025-05-05: the same address */
  readonly s3PutObjectUrl?: string;
}

/** Body of `processImage`. */
export interface ProcessImageBody {
  /** false: only decode, merge and write */
  readonly enhance?: boolean | null;
  /** property, property_usa, natural, warm, neutral or modern */
  readonly enhance_type?: string | null;
  readonly lens_correction?: boolean | null;
  readonly vertical_correction?: boolean | null;
  readonly perspective_correction?: boolean | null;
  /** DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE */
  readonly perspective_correction_mode?: string | null;
  readonly window_pull?: boolean | null;
  /** NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES */
  readonly window_pull_type?: string | null;
  /** Accepted, but not done: nothing is added to a scene */
  readonly sky_replacement?: boolean | null;
  /** CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement */
  readonly cloud_type?: string | null;
  /** Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON */
  readonly restage?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done */
  readonly privacy?: boolean | null;
  /** Accepted, not done */
  readonly upscale?: boolean | null;
  /** A 360° picture; detected if absent */
  readonly threesixty?: boolean | null;
  /** At registration: the upload is a bracket, held until its order is merged */
  readonly hdr?: boolean | null;
  readonly rating?: number | null;
  /** Kept with the image */
  readonly preset_id?: string | null;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done; at most 16384 characters of JSON */
  readonly finetune_settings?: Readonly<Record<string, unknown>> | null;
  /**
   * The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer
   * lenses
   */
  readonly ai_version?: string | null;
  readonly brightness_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly clarity_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly saturation_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly denoise_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
}

/** Body of `reportImage`. */
export interface ReportImageBody {
  readonly categories?: readonly string[];
  readonly comment?: string | null;
  readonly score?: number | null;
  readonly source?: "WEBAPP" | "API";
}

/** Answer to `reportImage`. */
export interface ReportImageAnswer {
  readonly message: string;
}

/** Body of `createOrder`. */
export interface CreateOrderBody {
  /** Chosen by the client */
  readonly order_id?: string | null;
  readonly name?: string | null;
}

/** Query of `listOrders`. */
export interface ListOrdersQuery {
  /** `pagination.next_offset` of the page before */
  readonly offset?: string;
  readonly per_page?: number;
}

/** Answer to `listOrders`. */
export interface ListOrdersAnswer {
  readonly orders: readonly Order[];
  readonly pagination: { readonly next_offset: string | null; readonly per_page: number };
}

/** Body of `updateOrder`. */
export interface UpdateOrderBody {
  /** Chosen by the client */
  readonly order_id?: string | null;
  readonly name?: string | null;
}

/** Answer to `listOrderBrackets`. */
export interface ListOrderBracketsAnswer {
  readonly brackets: readonly Bracket[];
}

/** Body of `processOrder`. */
export interface ProcessOrderBody {
  /** false: only decode, merge and write */
  readonly enhance?: boolean | null;
  /** property, property_usa, natural, warm, neutral or modern */
  readonly enhance_type?: string | null;
  readonly lens_correction?: boolean | null;
  readonly vertical_correction?: boolean | null;
  readonly perspective_correction?: boolean | null;
  /** DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE */
  readonly perspective_correction_mode?: string | null;
  readonly window_pull?: boolean | null;
  /** NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES */
  readonly window_pull_type?: string | null;
  /** Accepted, but not done: nothing is added to a scene */
  readonly sky_replacement?: boolean | null;
  /** CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement */
  readonly cloud_type?: string | null;
  /** Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON */
  readonly restage?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done */
  readonly privacy?: boolean | null;
  /** Accepted, not done */
  readonly upscale?: boolean | null;
  /** A 360° picture; detected if absent */
  readonly threesixty?: boolean | null;
  /** At registration: the upload is a bracket, held until its order is merged */
  readonly hdr?: boolean | null;
  readonly rating?: number | null;
  /** Kept with the image */
  readonly preset_id?: string | null;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done; at most 16384 characters of JSON */
  readonly finetune_settings?: Readonly<Record<string, unknown>> | null;
  /**
   * The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer
   * lenses
   */
  readonly ai_version?: string | null;
  readonly brightness_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly clarity_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly saturation_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly denoise_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  /** Brackets of each image, in order of capture time */
  readonly number_of_brackets_per_image?: number | null;
  /** Groups by hand; at most 500 brackets in all */
  readonly images?: readonly ({ readonly bracket_ids: readonly string[]; readonly reference_bracket_id?: string | null })[] | null;
}

/** Body of `mergeOrder`. */
export interface MergeOrderBody {
  /** false: only decode, merge and write */
  readonly enhance?: boolean | null;
  /** property, property_usa, natural, warm, neutral or modern */
  readonly enhance_type?: string | null;
  readonly lens_correction?: boolean | null;
  readonly vertical_correction?: boolean | null;
  readonly perspective_correction?: boolean | null;
  /** DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE */
  readonly perspective_correction_mode?: string | null;
  readonly window_pull?: boolean | null;
  /** NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES */
  readonly window_pull_type?: string | null;
  /** Accepted, but not done: nothing is added to a scene */
  readonly sky_replacement?: boolean | null;
  /** CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement */
  readonly cloud_type?: string | null;
  /** Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON */
  readonly restage?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done */
  readonly privacy?: boolean | null;
  /** Accepted, not done */
  readonly upscale?: boolean | null;
  /** A 360° picture; detected if absent */
  readonly threesixty?: boolean | null;
  /** At registration: the upload is a bracket, held until its order is merged */
  readonly hdr?: boolean | null;
  readonly rating?: number | null;
  /** Kept with the image */
  readonly preset_id?: string | null;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** Accepted, not done; at most 16384 characters of JSON */
  readonly finetune_settings?: Readonly<Record<string, unknown>> | null;
  /**
   * The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer
   * lenses
   */
  readonly ai_version?: string | null;
  readonly brightness_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly brightness_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_external?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly contrast_boost_internal?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly clarity_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly saturation_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  readonly denoise_level?: "NONE" | "LOW" | "MEDIUM" | "HIGH" | null;
  /** Brackets of each image, in order of capture time */
  readonly number_of_brackets_per_image?: number | null;
  /** Groups by hand; at most 500 brackets in all */
  readonly images?: readonly ({ readonly bracket_ids: readonly string[]; readonly reference_bracket_id?: string | null })[] | null;
}

/** Body of `createBracket`. */
export interface CreateBracketBody {
  /** The order that the bracket belongs to */
  readonly order_id: string;
  /** The merged image gets the name of its first bracket */
  readonly name?: string | null;
  /** Legacy: the upload must have this Content-Type */
  readonly content_type?: string;
  /**
   * The client's own object, returned unchanged; if none was sent, when and how the file was taken; at most 16384
   * characters of JSON
   */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** Answer to `createBracket`. */
export interface CreateBracketAnswer {
  readonly bracket_id: string;
  readonly image_id: string | null;
  readonly name: string;
  readonly order_id: string;
  readonly is_uploaded: boolean;
  /** Legacy: the registered Content-Type; the upload must have the same */
  readonly content_type: string | null;
  /** The client's own object; if none was sent, when and how the file was taken and with which camera, never where */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** From version 2025-05-05 on: the address for the PUT of the bytes */
  readonly upload_url?: string;
  /** Before version 2025-05-05: the same address */
  readonly s3PutObjectUrl?: string;
}

/** Query of `getImageEnhanced`. */
export interface GetImageEnhancedQuery {
  /** Default true; false: the full size, which uses a credit */
  readonly preview?: boolean;
  /** Legacy: small, large or big */
  readonly size?: string;
  readonly quality?: number;
  /** jpeg, png, webp or avif; jxl is not built in and returns a JPEG, as Content-Type says */
  readonly format?: string;
  readonly watermark?: boolean;
  /** Accepted, without effect */
  readonly finetune?: boolean;
  readonly max_width?: number;
  readonly scale?: number;
  readonly dpi?: number;
  /** json: a description of the picture instead of its bytes */
  readonly response?: string;
}

/** Query of `getImageOriginal`. */
export interface GetImageOriginalQuery {
  /** Default true; false: the full size, which uses a credit */
  readonly preview?: boolean;
  /** Legacy: small, large or big */
  readonly size?: string;
  readonly quality?: number;
  /** jpeg, png, webp or avif; jxl is not built in and returns a JPEG, as Content-Type says */
  readonly format?: string;
  readonly watermark?: boolean;
  /** Accepted, without effect */
  readonly finetune?: boolean;
  readonly max_width?: number;
  readonly scale?: number;
  readonly dpi?: number;
  /** json: a description of the picture instead of its bytes */
  readonly response?: string;
}

/** Sends one request of an operation; the client retries and reads the answer. */
export interface Transport {
  json(method: string, path: string, query?: object, body?: object): Promise<unknown>;
  bytes(method: string, path: string, query?: object): Promise<Picture>;
}

/** A picture's bytes. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** One method for each operation of the API. */
export class Operations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Register an image: `POST /v3/images`. */
  async createImage(body: CreateImageBody): Promise<CreateImageAnswer> {
    return (await this.#transport.json("POST", "/v3/images", undefined, body)) as CreateImageAnswer;
  }

  /** Read an image's status: `GET /v3/images/{image_id}`. */
  async getImage(imageId: string): Promise<Image> {
    return (await this.#transport.json("GET", `/v3/images/${encodeURIComponent(imageId)}`)) as Image;
  }

  /** Delete an image, its brackets and their files: `DELETE /v3/images/{image_id}`. */
  async deleteImage(imageId: string): Promise<void> {
    await this.#transport.json("DELETE", `/v3/images/${encodeURIComponent(imageId)}`);
  }

  /** Enhance an image again; absent preferences keep their last values: `POST /v3/images/{image_id}/process`. */
  async processImage(imageId: string, body: ProcessImageBody = {}): Promise<Image> {
    return (await this.#transport.json("POST", `/v3/images/${encodeURIComponent(imageId)}/process`, undefined, body)) as Image;
  }

  /** Report a problem with a result: `POST /v3/images/{image_id}/report`. */
  async reportImage(imageId: string, body: ReportImageBody = {}): Promise<ReportImageAnswer> {
    return (await this.#transport.json("POST", `/v3/images/${encodeURIComponent(imageId)}/report`, undefined, body)) as ReportImageAnswer;
  }

  /** Create an order, or read the account's order with the given order_id: `POST /v3/orders`. */
  async createOrder(body: CreateOrderBody = {}): Promise<Order> {
    return (await this.#transport.json("POST", "/v3/orders", undefined, body)) as Order;
  }

  /** List orders, the newest first: `GET /v3/orders`. */
  async listOrders(query: ListOrdersQuery = {}): Promise<ListOrdersAnswer> {
    return (await this.#transport.json("GET", "/v3/orders", query)) as ListOrdersAnswer;
  }

  /** Read an order's status: `GET /v3/orders/{order_id}`. */
  async getOrder(orderId: string): Promise<Order> {
    return (await this.#transport.json("GET", `/v3/orders/${encodeURIComponent(orderId)}`)) as Order;
  }

  /** Rename an order: `PATCH /v3/orders/{order_id}`. */
  async updateOrder(orderId: string, body: UpdateOrderBody = {}): Promise<Order> {
    return (await this.#transport.json("PATCH", `/v3/orders/${encodeURIComponent(orderId)}`, undefined, body)) as Order;
  }

  /** Delete an order with its images, brackets and files: `DELETE /v3/orders/{order_id}`. */
  async deleteOrder(orderId: string): Promise<void> {
    await this.#transport.json("DELETE", `/v3/orders/${encodeURIComponent(orderId)}`);
  }

  /** List the brackets of an order: `GET /v3/orders/{order_id}/brackets`. */
  async listOrderBrackets(orderId: string): Promise<ListOrderBracketsAnswer> {
    return (await this.#transport.json("GET", `/v3/orders/${encodeURIComponent(orderId)}/brackets`)) as ListOrderBracketsAnswer;
  }

  /** Group the brackets of an order into images and enhance them: `POST /v3/orders/{order_id}/process`. */
  async processOrder(orderId: string, body: ProcessOrderBody = {}): Promise<Order> {
    return (await this.#transport.json("POST", `/v3/orders/${encodeURIComponent(orderId)}/process`, undefined, body)) as Order;
  }

  /** Group the brackets of an order into images and enhance them: `POST /v3/orders/{order_id}/merge`. */
  async mergeOrder(orderId: string, body: MergeOrderBody = {}): Promise<Order> {
    return (await this.#transport.json("POST", `/v3/orders/${encodeURIComponent(orderId)}/merge`, undefined, body)) as Order;
  }

  /** Register a bracket: `POST /v3/brackets`. */
  async createBracket(body: CreateBracketBody): Promise<CreateBracketAnswer> {
    return (await this.#transport.json("POST", "/v3/brackets", undefined, body)) as CreateBracketAnswer;
  }

  /** Read a bracket: `GET /v3/brackets/{bracket_id}`. */
  async getBracket(bracketId: string): Promise<Bracket> {
    return (await this.#transport.json("GET", `/v3/brackets/${encodeURIComponent(bracketId)}`)) as Bracket;
  }

  /** Delete a bracket and its file: `DELETE /v3/brackets/{bracket_id}`. */
  async deleteBracket(bracketId: string): Promise<void> {
    await this.#transport.json("DELETE", `/v3/brackets/${encodeURIComponent(bracketId)}`);
  }

  /**
   * Download the enhanced picture: its bytes, or its description with response=json: `GET
   * /v3/images/{image_id}/enhanced`.
   */
  async getImageEnhanced(imageId: string, query: GetImageEnhancedQuery = {}): Promise<Picture> {
    return this.#transport.bytes("GET", `/v3/images/${encodeURIComponent(imageId)}/enhanced`, query);
  }

  /**
   * Download the uploaded file, also in another format or size; of a merged image, its first bracket: `GET
   * /v3/images/{image_id}/original`.
   */
  async getImageOriginal(imageId: string, query: GetImageOriginalQuery = {}): Promise<Picture> {
    return this.#transport.bytes("GET", `/v3/images/${encodeURIComponent(imageId)}/original`, query);
  }
}
