export const DESKTOP = { width: 1440, height: 900 };
/** At this width the navigation is a sheet and tables are lists of cards. */
export const PHONE = { width: 390, height: 844 };
