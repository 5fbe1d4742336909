/** The object with some methods replaced. */
export function withMethods<T extends object>(of: T, methods: Partial<T>): T {
  return new Proxy(of, {
    get(target, name) {
      const value = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
