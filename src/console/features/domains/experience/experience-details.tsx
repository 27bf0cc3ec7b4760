import type { ReactNode } from 'react';
import { formatNumber } from '#console/lib/format-number.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { AnyResource } from '#contract/json-api.ts';
import {
  type ExperienceAttributes,
  experienceAttributes,
  isDraftPublished,
  otherExperienceAttributes,
  publicUrl,
  publishedLanguages,
  publishedSections,
  submissionsTotal,
} from './experience-attributes.ts';
import styles from './experience-details.module.css';
import { experienceTitle } from './known-experiences.ts';

interface ExperienceDetailsProps {
  /** The default experience's ID; undefined if there is none. */
  readonly id: string | undefined;
  /** Undefined if the response doesn't include it. */
  readonly experience: AnyResource | undefined;
}

/** An experience as included in a domain: it has no endpoint (advocacy.md, Resources). */
export function ExperienceDetails({ id, experience }: ExperienceDetailsProps) {
  if (id === undefined) {
    return <p>None. The root of the domain shows nothing.</p>;
  }
  if (!experience) return <p>Experience {id}. No details are available.</p>;

  const attributes = experienceAttributes(experience);
  const others = otherExperienceAttributes(experience);
  return (
    <div className={styles.experience}>
      <div>
        <p className={styles.name}>
          <strong>{experienceTitle(experience)}</strong>
          {attributes.status && <ExperienceStatus status={attributes.status} />}
        </p>
        {attributes.description && <p>{attributes.description}</p>}
      </div>
      <DescriptionList
        items={[
          ...pageItems(experience, attributes),
          ...settingItems(attributes),
          { term: 'ID', value: <code>{experience.id}</code> },
        ]}
      />
      {Object.keys(others).length > 0 && <AttributeList attributes={others} />}
      <RawJson value={experience} />
    </div>
  );
}

/** The specification only has "active" (advocacy.md, experience); others are capitalized. */
function ExperienceStatus({ status }: { readonly status: string }) {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  return <StatusDot tone={status === 'active' ? 'good' : 'off'}>{label}</StatusDot>;
}

interface DescriptionItem {
  readonly term: string;
  readonly value: ReactNode;
}

function pageItems(experience: AnyResource, attributes: ExperienceAttributes): DescriptionItem[] {
  const url = publicUrl(experience);
  const isPublished = isDraftPublished(experience);
  const submissions = submissionsTotal(experience);
  return [
    { term: 'Public URL', value: url && <ExternalLink url={url} /> },
    { term: 'Path', value: attributes.slug && <code>/{attributes.slug}</code> },
    { term: 'Name', value: attributes.name },
    { term: 'Type', value: attributes.type },
    { term: 'Sections', value: publishedSections(experience).join(', ') },
    { term: 'Languages', value: publishedLanguages(experience).join(', ') },
    {
      term: 'Draft',
      value: booleanLabel(isPublished, 'No unpublished changes', 'Unpublished changes'),
    },
    {
      term: 'Submissions',
      value: submissions === undefined ? undefined : formatNumber(submissions),
    },
    { term: 'Created', value: relativeTime(attributes.created_at) },
    { term: 'Last updated', value: relativeTime(attributes.updated_at) },
  ];
}

function settingItems(attributes: ExperienceAttributes): DescriptionItem[] {
  const { analytics_type: analytics, analytics_id: analyticsId } = attributes;
  const { captcha_type: captcha, captcha_public_key: captchaKey, favicon_url: icon } = attributes;
  return [
    { term: 'Analytics', value: [analytics, analyticsId].filter(Boolean).join(' · ') },
    { term: 'Captcha', value: [captcha, captchaKey].filter(Boolean).join(' · ') },
    {
      term: 'Cookie banner',
      value: booleanLabel(attributes.cookie_consent, 'On', 'Off'),
    },
    { term: 'Indexing', value: booleanLabel(attributes.noindex, 'Not allowed', 'Allowed') },
    {
      term: 'Upload check',
      value: booleanLabel(attributes.bypass_mime_type_validation, 'Off', 'On'),
    },
    { term: 'Largest image', value: formatSize(attributes.maximum_image_size) },
    { term: 'Largest video', value: formatSize(attributes.maximum_video_size) },
    { term: 'Icon', value: icon && <ExternalLink url={icon} /> },
  ];
}

function booleanLabel(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

/** Without a unit, because the specification doesn't name one. */
function formatSize(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatNumber(value);
}

function relativeTime(at: string | undefined): ReactNode {
  return at === undefined ? undefined : <RelativeTime at={at} />;
}
