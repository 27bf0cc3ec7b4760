import type { SentPointsConfig } from '#contract/loyalty/activities.ts';
import type { Condition, SentRule } from '#contract/loyalty/rules.ts';
import type { activities } from '#services/loyalty/activities/activities-table.ts';

type NewActivity = Omit<
  typeof activities.$inferInsert,
  'programId' | 'serviceId' | 'createdAt' | 'modifiedAt'
>;

const points = (value: number): SentPointsConfig => ({
  points_computation_type: 'fixed_points',
  points: value,
});
const times = (multiplier: number, attribute: string | null = null): SentPointsConfig => ({
  points_computation_type: 'multiplier_based',
  attribute_to_multiply: attribute,
  multiplier,
});

function rule(type: string, name: string, conditions: Condition[], value = 0): SentRule {
  return {
    rule_type: type,
    rule_name: name,
    rule_value: value,
    is_active: true,
    is_archived: false,
    conditions_matching_policy: 'match_all',
    conditions,
  };
}
const when = (attribute: string, operator: string, value: unknown): Condition => ({
  attribute,
  operator,
  value,
});
const atMost = (count: number, range: 'DAY' | 'WEEK' | 'YEAR' | 'LIFETIME') =>
  rule('Frequency', `At most ${count} a ${range.toLowerCase()}`, [
    { frequency_value: String(count), frequency_range: range },
  ]);

const once = atMost(1, 'LIFETIME');
const daily = atMost(1, 'DAY');
const weekly = atMost(2, 'WEEK');
const yearly = atMost(1, 'YEAR');
const goldDouble = rule(
  'Bonus Multiplier',
  'Gold members earn double',
  [when('loyalty_tier_name', 'Equals', 'Gold')],
  2,
);
const platinumTriple = rule(
  'Bonus Multiplier',
  'Platinum members earn three times as much',
  [when('loyalty_tier_name', 'Equals', 'Platinum')],
  3,
);
const newcomers = rule(
  'Fixed Points',
  'A warm welcome for newcomers',
  [when('number_of_purchases', 'Less Than', 3)],
  50,
);
const comeBack = rule(
  'Fixed Points',
  'Good to see you again',
  [when('last_purchase_date', 'More than X day(s) ago', 90)],
  150,
);
const middleSpenders = rule(
  'Bonus Multiplier',
  '50% more for revenue between 200 and 1,000',
  [when('revenue', 'Between', [200, 1000])],
  1.5,
);
const lateJoiners = rule(
  'Fixed Points',
  'Joined after the relaunch',
  [when('enrollment_date', 'After', '01/01/2025')],
  25,
);
const countVisits: SentRule = {
  ...rule('Update Attribute', 'Remember the visit', [], 1),
  attribute: 'store_visits',
};
const archived: SentRule = { ...rule('Fixed Points', 'Last summer', [], 500), is_archived: true };

/** ID, name, points and rules of the 40 activities. */
const ACTIVITIES: [id: string, name: string, config: SentPointsConfig, rules: SentRule[] | null][] =
  [
    ['purchase', 'Make a purchase', times(1), null],
    ['welcome', 'Create an account', points(100), [once]],
    ['birthday', 'Celebrate your birthday', points(250), [yearly]],
    ['anniversary', 'Celebrate a year with us', points(300), [yearly]],
    ['review', 'Write a product review', points(40), [daily]],
    ['photo_review', 'Add a photo to a review', points(60), [daily, goldDouble]],
    ['refer_friend', 'Refer a friend', points(500), null],
    ['friend_purchase', 'A referred friend buys', points(750), [platinumTriple]],
    ['newsletter', 'Subscribe to the newsletter', points(50), [once]],
    ['follow_instagram', 'Follow us on Instagram', points(30), [once]],
    ['follow_twitter', 'Follow us on Twitter', points(30), [once]],
    ['share_product', 'Share a product', points(15), [weekly]],
    ['store_visit', 'Visit a store', points(20), [daily, countVisits]],
    ['app_download', 'Download the app', points(120), [once]],
    ['app_checkin', 'Open the app today', points(5), [daily]],
    ['quiz', 'Take the style quiz', points(80), [yearly]],
    ['survey', 'Complete a survey', points(90), [atMost(4, 'YEAR')]],
    ['workshop', 'Attend a workshop', points(200), [middleSpenders]],
    ['recycle', 'Return packaging to recycle', points(35), [weekly]],
    ['tree', 'Plant a tree with us', points(150), null],
    ['profile', 'Complete your profile', points(75), [once]],
    ['birthday_gift', 'Choose a birthday gift', points(10), [yearly]],
    ['online_purchase', 'Buy online', times(2), [newcomers]],
    ['store_purchase', 'Buy in a store', times(1.5), [goldDouble, platinumTriple]],
    ['subscription', 'Start a subscription', points(400), [once]],
    ['renewal', 'Renew a subscription', points(450), [yearly]],
    ['winback', 'Come back after a while', points(100), [comeBack]],
    ['event_ticket', 'Book an event', points(110), null],
    ['livestream', 'Watch a live show', points(25), [weekly]],
    ['question', 'Help another shopper', points(20), [atMost(3, 'DAY')]],
    ['unboxing', 'Post an unboxing video', points(350), [atMost(2, 'YEAR')]],
    ['wishlist', 'Share a wish list', points(15), [once]],
    ['early_bird', 'Shop an early sale', times(3), [lateJoiners]],
    ['store_steps', 'Walk to the store', times(10, 'store_visits'), [weekly]],
    ['gift_card', 'Give a gift card', times(1), null],
    ['charity', 'Donate points to charity', points(0), [countVisits]],
    ['beta', 'Try a new feature', points(60), [once]],
    ['community', 'Join the community', points(70), [once]],
    ['summer_games', 'Play the summer games', points(45), [archived]],
    ['member_day', 'Shop on members’ day', times(5), [yearly, goldDouble]],
  ];

const INACTIVE = new Set(['summer_games', 'early_bird', 'beta']);
const MANUAL = new Set(['unboxing', 'photo_review', 'charity']);
const WITH_COUPON = new Set(['birthday_gift', 'gift_card', 'member_day']);

/** The activities of each demo program, without IDs and dates. */
export const DEMO_ACTIVITIES: NewActivity[] = ACTIVITIES.map(
  ([activityId, name, config, rules]) => ({
    activityId,
    name,
    pointsConfig: config,
    rulesConfig: rules,
    benefitType: WITH_COUPON.has(activityId) ? 'points_and_coupon_code' : 'points',
    approvalMethod: MANUAL.has(activityId) ? 'manual' : 'immediate',
    isActive: !INACTIVE.has(activityId),
    resetsPointsExpiry: activityId.endsWith('purchase'),
    qualifiesForTierUpgrade: !activityId.startsWith('follow_'),
    showOnGuestDashboard: activityId !== 'charity',
    shortDescription: `Earn points: ${name}.`,
    descriptionHtml: `<p>Earn <strong>points</strong>: ${name}.</p>`,
    metadata: { channel: activityId.startsWith('store') ? 'store' : 'online' },
    extraConfig: WITH_COUPON.has(activityId) ? { coupon_prefix: 'DEMO' } : {},
    translations:
      activityId === 'purchase'
        ? { Deutsch: { name: 'Etwas kaufen' }, Français: { name: 'Faire un achat' } }
        : {},
  }),
);
