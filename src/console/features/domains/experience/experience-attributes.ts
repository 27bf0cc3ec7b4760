import * as z from 'zod/mini';
import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { LOCALE } from '#console/lib/locale.ts';
import type { AnyResource } from '#contract/json-api.ts';

const text = z.catch(z.optional(z.string()), undefined);
const number = z.catch(z.optional(z.number()), undefined);
const boolean = z.catch(z.optional(z.boolean()), undefined);

/**
 * The attributes that the console shows. Each is parsed on its own, so that a missing or malformed
 * one doesn't affect the others.
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
  cookie_consent: boolean,
  noindex: boolean,
  bypass_mime_type_validation: boolean,
  favicon_url: text,
  maximum_image_size: number,
  maximum_video_size: number,
  created_at: text,
  updated_at: text,
});
export type ExperienceAttributes = z.output<typeof attributesSchema>;

/** Content as edited and as published. */
const versionsSchema = z.object({ draft: z.unknown(), published: z.unknown() });
const optionalVersions = z.catch(z.optional(versionsSchema), undefined);
const contentSchema = z.object({
  ...versionsSchema.shape,
  locales: optionalVersions,
  translations: optionalVersions,
  customFonts: optionalVersions,
});
const sectionSchema = z.object({ sectionType: z.string() });
const localeSchema = z.object({ value: z.string(), isDefault: z.catch(z.boolean(), false) });
const fontsSchema = z.catch(z.record(z.string(), z.unknown()), {});
const totalSchema = z.object({ submissions: z.object({ meta: z.object({ total: z.number() }) }) });

export function experienceAttributes({ attributes }: AnyResource): ExperienceAttributes {
  return attributesSchema.parse(attributes ?? {});
}

/** Attributes beyond the specification. */
export function otherExperienceAttributes({ attributes = {} }: AnyResource) {
  const { data: _content, ...rest } = attributes;
  const entries = Object.entries(rest).filter(([name]) => !(name in attributesSchema.shape));
  return Object.fromEntries(entries);
}

export type Version = 'draft' | 'published';

/** The types of a version's sections, from the top: "Hero". */
export function sectionLabels(experience: AnyResource, version: Version): string[] {
  const sections = readItems(sectionSchema, contentOf(experience)?.[version]);
  return sections.map(({ sectionType }) => attributeLabel(sectionType));
}

/** The names of a version's own fonts. */
export function fontLabels(experience: AnyResource, version: Version): string[] {
  return Object.keys(fontsSchema.parse(contentOf(experience)?.customFonts?.[version]));
}

/** Whether the draft equals the published version; undefined if the content is missing. */
export function isDraftPublished(experience: AnyResource): boolean | undefined {
  const content = contentOf(experience);
  if (!content) return undefined;
  const { locales, translations, customFonts } = content;
  return [content, locales, translations, customFonts].every(
    (versions) => JSON.stringify(versions?.draft) === JSON.stringify(versions?.published),
  );
}

/** The names of a version's languages, the default first. */
export function languageLabels(experience: AnyResource, version: Version): string[] {
  return readItems(localeSchema, contentOf(experience)?.locales?.[version])
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map(({ value }) => languageName(value));
}

function readItems<Item>(schema: z.ZodMiniType<Item>, value: unknown): Item[] {
  return Array.isArray(value) ? value.flatMap((item) => schema.safeParse(item).data ?? []) : [];
}

function contentOf({ attributes }: AnyResource) {
  return contentSchema.safeParse(attributes?.data).data;
}

export function submissionsTotal({ relationships }: AnyResource): number | undefined {
  return totalSchema.safeParse(relationships).data?.submissions.meta.total;
}

/** The URL that visitors open; undefined for an experience without a domain. */
export function publicUrl({ links }: AnyResource): string | undefined {
  return typeof links?.public === 'string' ? links.public : undefined;
}

function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames(LOCALE, { type: 'language' }).of(locale) ?? locale;
  } catch {
    // Not a valid language tag.
    return locale;
  }
}
