import * as z from 'zod/mini';
import type { Domain } from '#contract/advocacy/domains.ts';
import type { AnyResource } from '#contract/json-api.ts';

/** An experience from a response; the API doesn't list experiences. */
export interface KnownExperience {
  readonly id: string;
  readonly title: string;
}

/** The experiences among a response's included resources. */
export function knownExperiences(included: readonly AnyResource[] = []): KnownExperience[] {
  return included
    .filter(({ type }) => type === 'experience')
    .map((resource) => ({ id: resource.id, title: experienceTitle(resource) }));
}

const storedSchema = z.catch(z.array(z.object({ id: z.string(), title: z.string() })), []);
/** Enough for a choice; more would make it unusable. */
const MAX_REMEMBERED = 100;

/**
 * Adds experiences that were seen earlier in this tab: one that is no longer a default would disappear
 * from the choices otherwise.
 */
export function rememberExperiences(
  teamId: string,
  current: readonly KnownExperience[],
): KnownExperience[] {
  const key = `patron.experiences.${teamId}`;
  const stored = storedSchema.parse(parseJson(sessionStorage.getItem(key)));
  const ids = new Set(current.map(({ id }) => id));
  const all = [...current, ...stored.filter(({ id }) => !ids.has(id))].slice(0, MAX_REMEMBERED);
  sessionStorage.setItem(key, JSON.stringify(all));
  return all;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const text = z.catch(z.optional(z.string()), undefined);
const namesSchema = z.object({ title: text, name: text });

/** An experience's title, or else its name or ID. */
export function experienceTitle(resource: AnyResource): string {
  const { title, name } = namesSchema.parse(resource.attributes ?? {});
  return title || name || titleById(resource.id);
}

/** A domain's default experience, by ID if it is unknown. */
export function defaultExperience(
  domain: Domain,
  known: readonly KnownExperience[],
): KnownExperience | undefined {
  const identifier = domain.relationships?.default_experience?.data;
  if (!identifier) return undefined;
  return (
    known.find(({ id }) => id === identifier.id) ?? {
      id: identifier.id,
      title: titleById(identifier.id),
    }
  );
}

function titleById(id: string): string {
  return `Experience ${id}`;
}
