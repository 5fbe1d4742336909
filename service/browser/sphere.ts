/** A triangle that covers the canvas; `at` runs from -1 to 1 on both axes. */
const vertexSource = `
attribute vec2 corner;
varying vec2 at;
void main() {
  at = corner;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** Follows the ray through a pixel to its longitude and latitude, the axes of an equirectangular picture. */
const fragmentSource = `
precision highp float;
varying vec2 at;
uniform vec2 extent;
uniform vec2 turn;
uniform float divider;
uniform sampler2D after;
uniform sampler2D before;
const float pi = 3.14159265358979;
void main() {
  vec3 ray = normalize(vec3(at * extent, 1.0));
  float c = cos(turn.y);
  float s = sin(turn.y);
  vec3 lifted = vec3(ray.x, c * ray.y + s * ray.z, c * ray.z - s * ray.y);
  float longitude = atan(lifted.x, lifted.z) + turn.x;
  vec2 place = vec2(fract(longitude / (2.0 * pi) + 0.5), 0.5 - asin(clamp(lifted.y, -1.0, 1.0)) / pi);
  gl_FragColor = at.x < divider ? texture2D(before, place) : texture2D(after, place);
}`;

/** Where the viewer looks, in radians: longitude from the middle of the picture, latitude from its horizon. */
export interface View {
  readonly longitude: number;
  readonly latitude: number;
  /** Field of view over the height of the canvas. */
  readonly field: number;
}

export type Layer = "after" | "before";

const layers: readonly Layer[] = ["after", "before"];

/** Draws two equirectangular pictures as seen from the middle of their sphere, on both sides of a divider. */
export class Sphere {
  readonly #gl: WebGLRenderingContext;
  readonly #program: WebGLProgram;
  readonly #textures: Readonly<Record<Layer, WebGLTexture>>;

  /** Throws if the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl", { alpha: false, antialias: false });
    if (!gl) throw new Error("this browser has no WebGL");
    this.#gl = gl;
    this.#program = buildProgram(gl);
    gl.useProgram(this.#program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
    const corner = gl.getAttribLocation(this.#program, "corner");
    gl.enableVertexAttribArray(corner);
    gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
    this.#textures = { after: gl.createTexture(), before: gl.createTexture() };
    for (const [unit, layer] of layers.entries()) gl.uniform1i(this.#uniform(layer), unit);
  }

  /** Replaces a picture; it is made smaller if the graphics card does not accept its size. */
  async setPicture(layer: Layer, image: HTMLImageElement): Promise<void> {
    const gl = this.#gl;
    const maxPx = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE));
    const isLarge = Math.max(image.naturalWidth, image.naturalHeight) > maxPx;
    const source = isLarge ? await createImageBitmap(image, { resizeWidth: maxPx, resizeQuality: "high" }) : image;
    gl.activeTexture(gl.TEXTURE0 + layers.indexOf(layer));
    gl.bindTexture(gl.TEXTURE_2D, this.#textures[layer]);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, source);
    for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    if (source instanceof ImageBitmap) source.close();
  }

  /** `share`: of the width that shows the picture before, 0 to 1 from the left. */
  draw({ longitude, latitude, field }: View, share: number): void {
    const gl = this.#gl;
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    const tangent = Math.tan(field / 2);
    gl.uniform2f(this.#uniform("extent"), (tangent * width) / height, tangent);
    gl.uniform2f(this.#uniform("turn"), longitude, latitude);
    gl.uniform1f(this.#uniform("divider"), 2 * share - 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #uniform(name: string): WebGLUniformLocation | null {
    return this.#gl.getUniformLocation(this.#program, name);
  }
}

function buildProgram(gl: WebGLRenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error("this browser has no WebGL");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error("this browser cannot draw 360° views");
  return program;
}
