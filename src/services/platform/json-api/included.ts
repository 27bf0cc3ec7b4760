import type { AnyResource } from '#contract/json-api.ts';

/** Loads the resources of one type by id, in one batch. Missing ones are omitted. */
export type ResourceLoader = (ids: readonly string[]) => Promise<readonly AnyResource[]>;

/** A loader for each resource type in the include paths. */
export type ResourceLoaders = Readonly<Record<string, ResourceLoader>>;

interface Identifier {
  type: string;
  id: string;
}

type PathTree = Map<string, PathTree>;

const keyOf = ({ type, id }: Identifier) => `${type} ${id}`;

/**
 * Loads the resources of `include` by following the relationships, with one load per type and path
 * step. Intermediate resources of a nested path are included too. Each resource appears once, and
 * never if it is primary data.
 * @param paths valid relationship paths, such as `social_feeds.account`
 */
export async function loadIncluded(
  primary: readonly AnyResource[],
  paths: readonly string[],
  loaders: ResourceLoaders,
): Promise<AnyResource[]> {
  const known = new Map(primary.map((resource) => [keyOf(resource), resource]));
  const included: AnyResource[] = [];

  const follow = async (parents: readonly AnyResource[], tree: PathTree): Promise<void> => {
    for (const [relationship, rest] of tree) {
      const wanted = identifiersOf(parents, relationship);
      for (const loaded of await loadMissing(wanted, known, loaders)) {
        known.set(keyOf(loaded), loaded);
        included.push(loaded);
      }
      const related = wanted.flatMap((identifier) => known.get(keyOf(identifier)) ?? []);
      await follow(related, rest);
    }
  };

  await follow(primary, toTree(paths));
  return included;
}

function toTree(paths: readonly string[]): PathTree {
  const root: PathTree = new Map();
  for (const path of paths) {
    let node = root;
    for (const relationship of path.split('.')) {
      const next: PathTree = node.get(relationship) ?? new Map();
      node.set(relationship, next);
      node = next;
    }
  }
  return root;
}

/** The distinct identifiers in a relationship of all parents. */
function identifiersOf(parents: readonly AnyResource[], relationship: string): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const { relationships } of parents) {
    const { data } = (relationships?.[relationship] ?? {}) as {
      data?: Identifier | readonly Identifier[] | null;
    };
    for (const identifier of [data ?? []].flat()) found.set(keyOf(identifier), identifier);
  }
  return [...found.values()];
}

async function loadMissing(
  wanted: readonly Identifier[],
  known: ReadonlyMap<string, AnyResource>,
  loaders: ResourceLoaders,
): Promise<AnyResource[]> {
  const missing = wanted.filter((identifier) => !known.has(keyOf(identifier)));
  const idsByType = Map.groupBy(missing, ({ type }) => type);
  const loads = [...idsByType].map(([type, identifiers]) => {
    const load = loaders[type];
    if (!load) throw new Error(`No loader for resources of type ${type}`);
    return load(identifiers.map(({ id }) => id));
  });
  return (await Promise.all(loads)).flat();
}
