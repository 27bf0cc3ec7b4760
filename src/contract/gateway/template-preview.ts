/** Path to which the console posts HTML to preview it in a frame, under the base URL of the extension. */
export const TEMPLATE_PREVIEW_PATH = '/template-preview';

/** Of the form. */
export const TEMPLATE_PREVIEW_MAX_BYTES = 2 * 1024 * 1024;
