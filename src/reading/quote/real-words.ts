/** Words that look like others but are not: a difference that makes one of the other is no slip. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that are names with a capital and mean something else without one. */
export const CAPITONYMS = words(
  'turkey china japan chile guinea jersey bath cork wales nice mobile reading polish march may august job mark bill ' +
    'frank rose will grace hope faith joy dawn iris violet daisy lily olive hazel heather basil earth moon sun mercury ' +
    'mars titan hamlet lent mass catholic liberal conservative democrat republican democratic labour labor green apple ' +
    'amazon python java ruby excel word windows access oracle swift german hungary hungry greece grease rhea pole finn ' +
    'dane scot brit lima panama georgia victoria florida orange phoenix buffalo lincoln ford brown black white gray ' +
    'grey king young long short day field hill wood woods stone rivers lake forest savage noble gross best cook ' +
    'baker carpenter fisher hunter miller potter smith taylor weaver wright bishop pope prince duke church west north ' +
    'south east congress parliament senate house state union crown capital revolution reformation renaissance ' +
    'enlightenment bible creation internet',
);

/** Words that are other words than those with a hyphen: to re-cover is not to recover. */
export const OTHER_WITHOUT_HYPHEN = words(
  'recover recovered recovering recovery recreate recreated recreation resign resigned resigning resignation reform ' +
    'reformed reformation resort resorted represent represented representing representation relay relayed remark ' +
    'remarked react reacted reaction recollect recollected recollection recount recounted redress release released ' +
    'releases repress repressed repression reserve reserved reserves resound retreat retreated retreats resent resented ' +
    'reside research rebound recall record recorded refuse refused repair reprove resolve resolved restrain return ' +
    'returned review reviewed reward unionized unionised unionization unionisation coop coops corespondent prove ' +
    'predate predated predates multiply extraordinary disease diseased discover discovered dismember secretary ' +
    'homogeneous prosecution manslaughter therapist notable nowhere nothing',
);

/**
 * Pairs of words that differ by two swapped letters: neither is a misspelling of the other. The rule of one swapped
 * pair leaves out most of the language; these are what it does not.
 */
export const SWAPPED_TWINS = words(
  'marital martial barley barely discreet discrete calvary cavalry covert covet casual causal trail trial diary dairy ' +
    'untied united sliver silver angle angel quiet quite bowel below fired fried tried tired bared beard broad board ' +
    'conserve converse marshal marital sacred scared scarred reserve reverse rosin risno lion loin satin stain ' +
    'silenced licensed unclear nuclear parental paternal prenatal perinatal altered alerted alters alerts brunt burnt ' +
    'clam calm claimed cliamed crate carte decimal declaim diagram dairies diaries form from goal gaol lair liar ' +
    'planed panelled pates paste portion potion protein pointer prefect perfect prescribe proscribe preserve persevere ' +
    'procede precede revere reveres rouges rogues rouge rogue slate stale spilt split steal stela treason senator thorn ' +
    'throne integral triangle uniform unfirm verse serve warp wrap density destiny ingest indigest minster trifle filter ' +
    'colonel clonal nuclei unlice salts slats',
);
