/** Words that look like others but are different: turning one into the other is not a harmless difference. */

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

/** Words with a different meaning without their hyphen: to re-cover is not to recover, un-ionized is not unionized. */
export const OTHER_WITHOUT_HYPHEN = words(
  'recover recovered recovering recovery recreate recreated recreation resign resigned resigning resignation reform ' +
    'reformed reformation resort resorted represent represented representing representation relay relayed remark ' +
    'remarked react reacted reaction recollect recollected recollection recount recounted redress release released ' +
    'repress repressed repression reserve reserved resound retreat retreated resent resented rebound recall recalled ' +
    'record recorded refuse refused resolve resolved restrain restrained return returned review reviewed reward ' +
    'unionized unionised unionization unionisation coop coops predate predated therapist therapists notable nowhere',
);

/** Words that become another word if two adjacent letters are swapped: neither is a misspelling of the other. */
export const SWAPPED_TWINS = words(
  'marital martial barley barely discreet discrete calvary cavalry casual causal marshal decimal declaim diagram ' +
    'integral triangle sacred scared silver sliver untied united angels angles bowels brunts trails trials diaries ' +
    'dairies prefect perfect statues salutes satins stains portions potions density destiny filters trifles',
);
