import { join } from "node:path";
import ts from "typescript";

/** A name that the package shows in editors. */
export interface PublicMember {
  /** The export, or the type and its field, as `Report.set.files`. */
  readonly name: string;
  /** Its documentation in editors; empty if there is none. */
  readonly documentation: string;
}

/**
 * Everything reachable from the exports of a declaration file of ours: the exports themselves, and the fields of their
 * types, in any depth. Types of other packages and of the language are skipped.
 */
export function publicMembers(root: string, entry: string): PublicMember[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} is not a module`);
  const walk = new Walk(checker);
  for (const exported of checker.getExportsOfModule(module)) walk.addExport(exported);
  return walk.members;
}

class Walk {
  readonly members: PublicMember[] = [];
  readonly #checker: ts.TypeChecker;
  readonly #seenTypes = new Set<ts.Type>();
  readonly #seenNames = new Set<string>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  addExport(exported: ts.Symbol): void {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported;
    this.#add(symbol, symbol.name);
    const [declaration] = symbol.declarations ?? [];
    if (!declaration) return;
    if (symbol.flags & ts.SymbolFlags.Value)
      this.#visit(this.#checker.getTypeOfSymbolAtLocation(symbol, declaration), symbol.name);
    if (symbol.flags & ts.SymbolFlags.Type) this.#visit(this.#checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
  }

  #add(symbol: ts.Symbol, name: string): void {
    const documentation = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim();
    this.members.push({ name, documentation });
  }

  #visit(type: ts.Type, path: string): void {
    if (this.#seenTypes.has(type)) return;
    this.#seenTypes.add(type);
    if (type.isUnionOrIntersection()) for (const part of type.types) this.#visit(part, path);
    for (const argument of this.#checker.getTypeArguments(type as ts.TypeReference) ?? []) this.#visit(argument, path);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      if (!isOurs(signature.declaration)) continue;
      for (const parameter of signature.getParameters()) this.#visitMember(parameter, path);
      this.#visit(signature.getReturnType(), path);
    }
    const index = type.getStringIndexType() ?? type.getNumberIndexType();
    if (index) this.#visit(index, path);
    if (!(type.flags & ts.TypeFlags.Object)) return;
    const name = type.symbol && !type.symbol.name.startsWith("__") ? type.symbol.name : path;
    for (const property of type.getProperties()) {
      const [declaration] = property.declarations ?? [];
      if (declaration && !isOurs(declaration)) continue;
      const member = `${name}.${property.name}`;
      // The names of a mapped type over plain text have no declaration.
      if (declaration && !this.#seenNames.has(member)) {
        this.#seenNames.add(member);
        this.#add(property, member);
      }
      this.#visitMember(property, member);
    }
  }

  #visitMember(symbol: ts.Symbol, path: string): void {
    this.#visit(this.#checker.getTypeOfSymbol(symbol), path);
  }
}

function isOurs(declaration: ts.Node | undefined): declaration is ts.Node {
  return declaration !== undefined && !declaration.getSourceFile().fileName.includes("/node_modules/");
}
