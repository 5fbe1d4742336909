import type { Compare } from "./compare.ts";
import { element } from "./page.ts";
import { type Layer, Sphere, type View } from "./sphere.ts";

const degree = Math.PI / 180;
/** At the start: about what a photograph at 16 mm shows on full frame. */
const start: View = { longitude: 0, latitude: 0, field: 75 * degree };
const minField = 20 * degree;
const maxField = 100 * degree;
/** A press of a key turns by this angle, and zooms by this factor. */
const keyAngle = 5 * degree;
const keyZoom = 0.85;
/** Change of the field of view with one pixel of the wheel, as a power of e. */
const wheelZoom = 0.001;

/** Shows a 360° picture from its middle instead of flat: drag, arrow keys and the wheel turn and zoom it. */
export class Panorama {
  readonly #canvas = element("around", HTMLCanvasElement);
  readonly #flat = element("compare", HTMLElement);
  readonly #zoom = element("zoom", HTMLButtonElement);
  readonly #button = element("look-around", HTMLButtonElement);
  readonly #compare: Compare;
  readonly #sphere: Sphere;
  #view = start;
  #isDrawing = false;

  /** Throws if the browser has no WebGL. */
  constructor(compare: Compare) {
    this.#compare = compare;
    this.#sphere = new Sphere(this.#canvas);
    compare.onDivide = () => this.#draw();
    for (const layer of ["after", "before"] as const) this.#follow(layer);
    this.#button.addEventListener("click", () => this.show(!this.isShown));
    this.#canvas.addEventListener("webglcontextlost", () => {
      this.show(false);
      this.#button.hidden = true;
    });
    this.#canvas.addEventListener("keydown", (event) => this.#onKey(event));
    this.#canvas.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    this.#followPointer();
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    this.#button.hidden = false;
    this.show(true);
  }

  get isShown(): boolean {
    return !this.#canvas.hidden;
  }

  show(isShown: boolean): void {
    if (isShown && this.#compare.isZoomed) void this.#compare.toggleZoom();
    this.#canvas.hidden = !isShown;
    this.#flat.hidden = isShown;
    this.#zoom.hidden = isShown;
    this.#button.ariaPressed = String(isShown);
    this.#draw();
  }

  /** The page's own pictures are drawn, so that previews and larger sizes arrive here as well. */
  #follow(layer: Layer): void {
    const image = document.getElementById(layer);
    if (!(image instanceof HTMLImageElement)) return;
    const take = async () => {
      await this.#sphere.setPicture(layer, image);
      this.#draw();
    };
    image.addEventListener("load", () => void take());
    if (image.complete && image.naturalWidth > 0) void take();
  }

  #turnTo(change: Partial<View>): void {
    const { longitude, latitude, field } = { ...this.#view, ...change };
    this.#view = {
      longitude: longitude % (2 * Math.PI),
      latitude: Math.min(Math.PI / 2, Math.max(-Math.PI / 2, latitude)),
      field: Math.min(maxField, Math.max(minField, field)),
    };
    // Only zooming loads them, so that a preview stays while the view turns.
    if (change.field !== undefined && this.#view.field < start.field) this.#compare.loadFull();
    this.#draw();
  }

  #onKey(event: KeyboardEvent): void {
    const { longitude, latitude, field } = this.#view;
    const changes: Readonly<Record<string, Partial<View>>> = {
      ArrowLeft: { longitude: longitude - keyAngle },
      ArrowRight: { longitude: longitude + keyAngle },
      ArrowUp: { latitude: latitude + keyAngle },
      ArrowDown: { latitude: latitude - keyAngle },
      "+": { field: field * keyZoom },
      "-": { field: field / keyZoom },
      Home: start,
    };
    const change = changes[event.key];
    if (!change || event.ctrlKey || event.metaKey || event.altKey) return;
    this.#turnTo(change);
    event.preventDefault();
    // Arrows outside of the view lead to other pictures.
    event.stopPropagation();
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    this.#turnTo({ field: this.#view.field * Math.exp(event.deltaY * wheelZoom) });
  }

  #followPointer(): void {
    const canvas = this.#canvas;
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", ({ pointerId, movementX, movementY }) => {
      if (!canvas.hasPointerCapture(pointerId)) return;
      const { longitude, latitude, field } = this.#view;
      const anglePerPx = field / canvas.clientHeight;
      this.#turnTo({ longitude: longitude - movementX * anglePerPx, latitude: latitude + movementY * anglePerPx });
    });
  }

  /** Once for all changes between two frames of the screen. */
  #draw(): void {
    if (this.#isDrawing || !this.isShown) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      const { clientWidth, clientHeight } = this.#canvas;
      this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
      this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
      this.#sphere.draw(this.#view, this.#compare.divider);
    });
  }
}
