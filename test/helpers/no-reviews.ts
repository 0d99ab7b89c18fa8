/** Reviews for a test that screens nothing: asking for them is an error. */
export const noReviews = (): Promise<never> => Promise.reject(new Error('this test screens nothing'));
