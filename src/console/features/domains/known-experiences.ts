import type { Domain } from '#contract/advocacy/domains.ts';
import { experienceSchema } from '#contract/advocacy/experiences.ts';
import type { AnyResource } from '#contract/advocacy/json-api.ts';

/** An experience as far as the console has seen it; the API has no list of them. */
export interface KnownExperience {
  readonly id: string;
  readonly title: string;
  /** The address that visitors open, where it is known. */
  readonly url: string | undefined;
}

/** The experiences among the resources that a reply brought with it. */
export function knownExperiences(included: readonly AnyResource[] = []): KnownExperience[] {
  return included
    .filter(({ type }) => type === 'experience')
    .map((resource) => {
      const experience = experienceSchema.safeParse(resource);
      if (!experience.success)
        return { id: resource.id, title: titleById(resource.id), url: undefined };
      const { attributes, links } = experience.data;
      return {
        id: resource.id,
        title: attributes.title || attributes.name || titleById(resource.id),
        url: links?.public,
      };
    });
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
      url: undefined,
    }
  );
}

function titleById(id: string): string {
  return `Experience ${id}`;
}
