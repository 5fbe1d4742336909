import { element } from "./page.ts";

/** The picture with the photograph before it: a divider to move, a zoom to 100 %, and the whole screen. */
export class Compare {
  readonly #stage: HTMLElement;
  readonly #box = element("compare", HTMLElement);
  readonly #after = element("after", HTMLImageElement);
  readonly #before = document.getElementById("before");
  readonly #slider = document.getElementById("slider");
  readonly #zoom = element("zoom", HTMLButtonElement);
  readonly #viewAddress: string;
  #held: number | undefined;
  #isFull = false;
  /** Position of the divider in percent, also while a key holds the photograph before. */
  #shown = 0;
  /** Called when the divider has moved. */
  onDivide: () => void = () => {};

  constructor(stage: HTMLElement) {
    this.#stage = stage;
    this.#viewAddress = this.#after.src;
    if (this.#slider instanceof HTMLInputElement) {
      const { valueAsNumber } = this.#slider;
      this.#slider.addEventListener("input", () => this.#moveTo(this.#position));
      this.#moveTo(valueAsNumber);
    }
    this.#zoom.addEventListener("click", () => void this.toggleZoom());
    element("fullscreen", HTMLButtonElement).addEventListener("click", () => void this.toggleFullScreen());
    this.#followPointer();
  }

  get isZoomed(): boolean {
    return this.#stage.classList.contains("is-zoomed");
  }

  /** Share of the width that shows the photograph before, 0 to 1 from the left. */
  get divider(): number {
    return this.#before ? this.#shown / 100 : 0;
  }

  /** Shows a picture instead of the one that was made, or that one again. */
  showTrial(address: string | undefined): void {
    if (this.isZoomed) void this.toggleZoom();
    this.#isFull = false;
    this.#after.src = address ?? this.#viewAddress;
  }

  showBefore(): void {
    this.#held ??= this.#position;
    this.#moveTo(100);
  }

  hideBefore(): void {
    if (this.#held !== undefined) this.#moveTo(this.#held);
    this.#held = undefined;
  }

  /** Loads the full size at the first time, and centres the point `at`, as shares of both edges. */
  async toggleZoom(at = { x: 0.5, y: 0.5 }): Promise<void> {
    const isZoomed = this.#stage.classList.toggle("is-zoomed");
    this.#zoom.ariaPressed = String(isZoomed);
    this.#zoom.textContent = isZoomed ? "Fit" : "100 %";
    if (!isZoomed) {
      this.#box.style.removeProperty("--full-width");
      return;
    }
    const { width = "0" } = this.#stage.dataset;
    // One pixel of the picture is one of the screen.
    this.#box.style.setProperty("--full-width", `${Number(width) / devicePixelRatio}px`);
    this.loadFull();
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#box;
    this.#box.scrollTo(at.x * scrollWidth - clientWidth / 2, at.y * scrollHeight - clientHeight / 2);
    await this.#after.decode().catch(() => {});
  }

  /** Replaces the pictures by those of full size, once. */
  loadFull(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    const { full = "", fullBefore = "" } = this.#stage.dataset;
    this.#after.src = full;
    if (this.#before instanceof HTMLImageElement) this.#before.src = fullBefore;
  }

  async toggleFullScreen(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await this.#stage.requestFullscreen();
  }

  get #position(): number {
    return this.#slider instanceof HTMLInputElement ? this.#slider.valueAsNumber : 0;
  }

  /** `share`: of the width that shows the photograph before, in percent from the left. */
  #moveTo(share: number): void {
    this.#shown = share;
    this.#box.style.setProperty("--before", `${share}%`);
    this.#box.classList.toggle("is-divided", share > 0 && share < 100);
    if (!(this.#slider instanceof HTMLInputElement)) return;
    if (this.#held === undefined) this.#slider.value = String(share);
    this.#slider.ariaValueText =
      share === 0 ? "only after" : share === 100 ? "only before" : `${share} % before, on the left`;
    this.onDivide();
  }

  /** Dragging moves the divider, or the picture while it is zoomed; a click zooms there. */
  #followPointer(): void {
    let from: { readonly x: number; readonly y: number; readonly left: number; readonly top: number } | undefined;
    let isMoved = false;
    this.#box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      from = { x: event.clientX, y: event.clientY, left: this.#box.scrollLeft, top: this.#box.scrollTop };
      isMoved = false;
      this.#box.setPointerCapture(event.pointerId);
    });
    this.#box.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      // Less is the tremor of a click.
      if (Math.hypot(dx, dy) > 4) isMoved = true;
      if (!isMoved) return;
      if (this.isZoomed) this.#box.scrollTo(from.left - dx, from.top - dy);
      else if (this.#before) {
        const { left, width } = this.#after.getBoundingClientRect();
        this.#moveTo(Math.round(100 * Math.min(1, Math.max(0, (event.clientX - left) / width))));
      }
    });
    this.#box.addEventListener("pointerup", (event) => {
      if (from && !isMoved) {
        const { left, top, width, height } = this.#after.getBoundingClientRect();
        void this.toggleZoom({ x: (event.clientX - left) / width, y: (event.clientY - top) / height });
      }
      from = undefined;
    });
    for (const image of [this.#after, this.#before])
      image?.addEventListener("dragstart", (event) => event.preventDefault());
  }
}
