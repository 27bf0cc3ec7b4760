import type { Domain } from '#contract/advocacy/domains.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { experienceAttributes } from './experience-attributes.ts';

/** An experience as far as the console has seen it; the API has no list of them. */
export interface KnownExperience {
  readonly id: string;
  readonly title: string;
}

/** The experiences among the resources that a reply brought with it. */
export function knownExperiences(included: readonly AnyResource[] = []): KnownExperience[] {
  return included
    .filter(({ type }) => type === 'experience')
    .map((resource) => ({ id: resource.id, title: experienceTitle(resource) }));
}

/** What an experience is called; one without a title by its name, else by its id. */
export function experienceTitle(resource: AnyResource): string {
  const { title, name } = experienceAttributes(resource);
  return title || name || titleById(resource.id);
}

/** The experience at the root of a domain; one that did not come along is told by its id. */
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
