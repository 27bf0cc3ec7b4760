import * as z from 'zod/mini';
import { LOCALE } from '#console/lib/locale.ts';
import type { AnyResource } from '#contract/json-api.ts';

const text = z.catch(z.optional(z.string()), undefined);
const figure = z.catch(z.optional(z.number()), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);

/**
 * What the console tells of an experience. Each field is read by itself: one that a service leaves
 * out, or writes in another way, takes none of the others with it.
 */
const attributesSchema = z.object({
  type: text,
  title: text,
  description: text,
  name: text,
  slug: text,
  status: text,
  analytics_id: text,
  analytics_type: text,
  captcha_type: text,
  captcha_public_key: text,
  cookie_consent: flag,
  noindex: flag,
  bypass_mime_type_validation: flag,
  favicon_url: text,
  maximum_image_size: figure,
  maximum_video_size: figure,
  created_at: text,
  updated_at: text,
});
export type ExperienceAttributes = z.output<typeof attributesSchema>;

/** What is worked on, and what visitors see. */
const partSchema = z.object({ draft: z.unknown(), published: z.unknown() });
const otherPart = z.catch(z.optional(partSchema), undefined);
const contentSchema = z.object({
  ...partSchema.shape,
  locales: otherPart,
  translations: otherPart,
  customFonts: otherPart,
});
const sectionsSchema = z.catch(z.array(z.object({ sectionType: z.string() })), []);
const localesSchema = z.catch(
  z.array(z.object({ value: z.string(), isDefault: z.catch(z.boolean(), false) })),
  [],
);
const totalSchema = z.object({ submissions: z.object({ meta: z.object({ total: z.number() }) }) });

/** The attributes that the console tells of an experience. */
export function experienceAttributes({ attributes }: AnyResource): ExperienceAttributes {
  return attributesSchema.parse(attributes ?? {});
}

/** Attributes that a service sends beyond those of the specification. */
export function otherExperienceAttributes({ attributes = {} }: AnyResource) {
  const { data: _content, ...rest } = attributes;
  const entries = Object.entries(rest).filter(([name]) => !(name in attributesSchema.shape));
  return Object.fromEntries(entries);
}

/** The sections that visitors see, by their types, from the top. */
export function publishedSections(experience: AnyResource): string[] {
  const sections = sectionsSchema.parse(contentOf(experience)?.published);
  return sections.map(({ sectionType }) => sectionType);
}

/** Whether visitors see the page as it stands in its draft; undefined where that is not known. */
export function isDraftPublished(experience: AnyResource): boolean | undefined {
  const content = contentOf(experience);
  if (!content) return undefined;
  const { locales, translations, customFonts } = content;
  return [content, locales, translations, customFonts].every(
    (part) => JSON.stringify(part?.draft) === JSON.stringify(part?.published),
  );
}

/** The languages that visitors can choose, by name, the one that it begins with first. */
export function publishedLanguages(experience: AnyResource): string[] {
  return localesSchema
    .parse(contentOf(experience)?.locales?.published)
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map(({ value }) => languageName(value));
}

function contentOf({ attributes }: AnyResource) {
  return contentSchema.safeParse(attributes?.data).data;
}

/** How many people took part, where the service says it. */
export function submissionsTotal({ relationships }: AnyResource): number | undefined {
  return totalSchema.safeParse(relationships).data?.submissions.meta.total;
}

/** The address that visitors open; undefined for an experience that is on no domain. */
export function publicAddress({ links }: AnyResource): string | undefined {
  return typeof links?.public === 'string' ? links.public : undefined;
}

function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames(LOCALE, { type: 'language' }).of(locale) ?? locale;
  } catch {
    // No language tag: told as it came.
    return locale;
  }
}
