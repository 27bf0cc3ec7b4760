import * as z from 'zod/mini';
import {
  resourceIdentifierSchema,
  timestampSchema,
  toMany,
  toOneSchema,
} from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';

const jsonObject = z.record(z.string(), z.unknown());

/** The version being edited and the one that visitors see. */
function draftAndPublished<Part extends z.ZodMiniType>(part: Part) {
  return z.looseObject({ draft: part, published: part });
}

const sectionsSchema = z.array(
  z.looseObject({ sectionType: z.string(), data: z.looseObject({ content: jsonObject }) }),
);

const localesSchema = z.array(z.looseObject({ value: z.string(), isDefault: z.boolean() }));

/** A published page. It has no endpoint and appears only in `included`. */
export const experienceSchema = z.looseObject({
  id: z.string(),
  type: z.literal('experience'),
  attributes: z.looseObject({
    type: openEnum(['sweepstakes']),
    title: z.string(),
    description: z.string(),
    name: z.string(),
    slug: z.string(),
    status: openEnum(['active']),
    analytics_id: z.string(),
    analytics_type: openEnum(['google_tag_manager']),
    captcha_type: z.nullable(z.string()),
    captcha_public_key: z.nullable(z.string()),
    cookie_consent: z.boolean(),
    noindex: z.boolean(),
    bypass_mime_type_validation: z.boolean(),
    favicon_url: z.string(),
    maximum_image_size: z.int(),
    maximum_video_size: z.int(),
    data: z.looseObject({
      ...draftAndPublished(sectionsSchema).shape,
      locales: draftAndPublished(localesSchema),
      /** Keyed by locale. */
      translations: draftAndPublished(z.record(z.string(), jsonObject)),
      customFonts: draftAndPublished(jsonObject),
    }),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  relationships: z.optional(
    z.looseObject({
      domain: z.optional(toOneSchema),
      form_submission_keys: z.optional(toMany(z.looseObject({ included: z.boolean() }))),
      /** Called user in the specification, although its type is team. */
      user: z.optional(
        z.looseObject({
          data: z.nullable(resourceIdentifierSchema),
          meta: z.looseObject({ included: z.boolean() }),
        }),
      ),
      submissions: z.optional(
        z.looseObject({
          data: z.array(resourceIdentifierSchema),
          links: z.looseObject({
            related: z.string(),
            first: z.string(),
            next: z.nullable(z.string()),
          }),
          meta: z.looseObject({ total: z.int(), count: z.int() }),
        }),
      ),
    }),
  ),
  links: z.optional(
    z.looseObject({
      /** The URL for visitors. */
      public: z.optional(z.string()),
    }),
  ),
});
export type SentExperience = z.output<typeof experienceSchema>;
