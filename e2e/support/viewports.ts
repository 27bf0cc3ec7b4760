export const DESKTOP = { width: 1440, height: 900 };
export const LAPTOP = { width: 1280, height: 720 };
/** At this width the navigation is a sheet and tables are lists of cards. */
export const PHONE = { width: 390, height: 844 };
