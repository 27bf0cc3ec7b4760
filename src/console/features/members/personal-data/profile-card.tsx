import { formatCustomAttribute } from '#console/features/members/member/format-custom-attribute.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import styles from './personal-data.module.css';
import { attributesIn, type Entry, profileGroups } from './personal-data-groups.ts';

export function ProfileCard({ profile }: { readonly profile: Entry }) {
  return (
    <Card>
      <div className={styles.groups}>
        {profileGroups(profile).map(({ title, items }) => (
          <CardSection
            key={title}
            title={title}
            action={<Count>{formatCount(items.length, 'field')}</Count>}
          >
            <DescriptionList items={items} />
          </CardSection>
        ))}
      </div>
    </Card>
  );
}

/** The custom attributes as a table. Renders nothing without any. */
export function AttributesSection({ profile }: { readonly profile: Entry }) {
  const attributes = attributesIn(profile);
  if (attributes.length === 0) return null;
  return (
    <CardSection
      title="Attributes"
      action={<Count>{formatCount(attributes.length, 'attribute')}</Count>}
    >
      <table aria-label="Attributes" className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {attributes.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">
                <Breakable text={name} />
              </th>
              <td dir="auto">
                <Breakable text={formatCustomAttribute(value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </CardSection>
  );
}

/** How much a section has, opposite its title. */
export function Count({ children }: { readonly children: string }) {
  return <span className={styles.count}>{children}</span>;
}
