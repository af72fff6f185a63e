/** Path of the page that lists the test values. */
export const VALUES_PATH = "/sandbox/test-values";

/** Path of the mails that would have been sent. */
export const INBOX_PATH = "/inbox";
