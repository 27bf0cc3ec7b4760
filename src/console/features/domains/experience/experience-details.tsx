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
  publicAddress,
  publishedLanguages,
  publishedSections,
  submissionsTotal,
} from './experience-attributes.ts';
import styles from './experience-details.module.css';
import { experienceTitle } from './known-experiences.ts';

interface ExperienceDetailsProps {
  /** Of the experience at the root of the domain; undefined where there is none. */
  readonly id: string | undefined;
  /** Undefined where it did not come along. */
  readonly experience: AnyResource | undefined;
}

/** An experience as far as the API shows it: it has no endpoint of its own (advocacy.md, Resources). */
export function ExperienceDetails({ id, experience }: ExperienceDetailsProps) {
  if (id === undefined) {
    return <p>None. Visitors who open the domain without a path are shown nothing.</p>;
  }
  if (!experience) return <p>Experience {id}. The service tells nothing more of it.</p>;

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

/** Only one status is known (advocacy.md, experience); any other is told as it came. */
function ExperienceStatus({ status }: { readonly status: string }) {
  const word = status.charAt(0).toUpperCase() + status.slice(1);
  return <StatusDot tone={status === 'active' ? 'good' : 'off'}>{word}</StatusDot>;
}

interface DescriptionItem {
  readonly term: string;
  readonly value: ReactNode;
}

function pageItems(experience: AnyResource, attributes: ExperienceAttributes): DescriptionItem[] {
  const address = publicAddress(experience);
  const isPublished = isDraftPublished(experience);
  const submissions = submissionsTotal(experience);
  return [
    { term: 'Public address', value: address && <ExternalLink url={address} /> },
    { term: 'Path', value: attributes.slug && <code>/{attributes.slug}</code> },
    { term: 'Name', value: attributes.name },
    { term: 'Type', value: attributes.type },
    { term: 'Sections', value: publishedSections(experience).join(', ') },
    { term: 'Languages', value: publishedLanguages(experience).join(', ') },
    {
      term: 'Draft',
      value:
        isPublished === undefined ? undefined : isPublished ? 'Published' : 'Not yet published',
    },
    {
      term: 'Submissions',
      value: submissions === undefined ? undefined : formatNumber(submissions),
    },
    { term: 'Created', value: moment(attributes.created_at) },
    { term: 'Changed', value: moment(attributes.updated_at) },
  ];
}

function settingItems(attributes: ExperienceAttributes): DescriptionItem[] {
  const { analytics_type: analytics, analytics_id: analyticsId } = attributes;
  const { captcha_type: captcha, captcha_public_key: captchaKey, favicon_url: icon } = attributes;
  return [
    { term: 'Analytics', value: [analytics, analyticsId].filter(Boolean).join(' · ') },
    { term: 'Captcha', value: [captcha, captchaKey].filter(Boolean).join(' · ') },
    {
      term: 'Cookie consent',
      value: label(attributes.cookie_consent, 'Asked for', 'Not asked for'),
    },
    { term: 'Search engines', value: label(attributes.noindex, 'Kept out', 'Let in') },
    {
      term: 'File types',
      value: label(attributes.bypass_mime_type_validation, 'Not checked', 'Checked'),
    },
    { term: 'Largest image', value: figure(attributes.maximum_image_size) },
    { term: 'Largest video', value: figure(attributes.maximum_video_size) },
    { term: 'Icon', value: icon && <ExternalLink url={icon} /> },
  ];
}

function label(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

/** The specification doesn't say in which unit. */
function figure(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatNumber(value);
}

function moment(at: string | undefined): ReactNode {
  return at === undefined ? undefined : <RelativeTime at={at} />;
}
