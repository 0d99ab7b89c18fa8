/** Words that never occur in a person's name, in the most frequent languages of organisations. */
const WORDS = [
  'agenc(?:y|ies)|alliance|associa(?:tions?|ção|zione|ció)|academ(?:y|ia|ie)|akademie|authority|board|bureau',
  'cent(?:er|re|ro|rum)|zentrum|clinic|klinik|cohort|collaborations?|collaborators|college|commission|committee|company',
  'consorti(?:um|a)|corporation|corp|council|department|federation|foundation|fondation|fundación|stiftung',
  'gesellschaft|gmbh|government|groups?|groupe|gruppe|grupo|hospital|hôpital|hochschule|inc|initiatives?|investigators',
  'institut(?:e|es|ion|o|t)?|laborator(?:y|ies|io)|laboratoire|llc|ltd|plc|minist(?:ry|erio|ère|ério|erium)|museum',
  'networks?|observatory|offices?|organi[sz]ations?|panel|partnership|programme|project|registry|school|secretariat',
  'societ(?:y|ies|à|ät)|sociedade?|société|study|survey|task force|teams?|trialists|trust|unions?',
  'universit(?:y|ies|ät|é|at|ad|à|ade|eit|et|etet)|uniwersytet|verband|verein|working party',
  'академия|институт|коллаборация|министерство|общество|организация|университет|центр',
].join('|');

const ORGANISATION = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WORDS})(?![\\p{L}\\p{M}])`, 'iu');

/** Whether a name is an organisation's, by its words. */
export function isOrganisation(name: string): boolean {
  return ORGANISATION.test(name);
}
