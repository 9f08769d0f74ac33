extension TaskCatalogue {
  /// The ninth grade, freshman year: find out how things work and start the habits.
  static let grade9: [CatalogueTask] = [
    CatalogueTask(
      key: "9-01", grade: 9, category: "academic", isRequired: true,
      divisions: ["ALL"], dueMonth: 10, needs: [],
      title: "Understand Academic Requirements",
      description: """
        Look up your high school on the NCAA Eligibility Center's website, print its list of \
        approved core courses, and mark which of the 16 you will take each year.
        """,
      whyItMatters: """
        Division I and Division II both ask for 16 approved core courses, and your eligibility \
        GPA is built from the grades in them. Freshman classes already count, so a plan made now \
        costs one evening instead of a summer of repeats. Division III, NAIA and junior colleges \
        set rules of their own, and a transcript built for the NCAA list usually serves for \
        those too.
        """,
      failureRisk: """
        An ordinary class is not always a core course: some electives, remedial classes and \
        online courses do not count even when your school gives credit for them. Division I \
        wants ten of the sixteen finished before senior year begins, so a gap found that late \
        can no longer be filled.
        """),
    CatalogueTask(
      key: "9-02", grade: 9, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 3, needs: [],
      title: "Take PSAT or Practice Tests",
      description: """
        Take the PSAT 8/9 if your school offers it, or sit one full-length practice test at home \
        with a timer running.
        """,
      whyItMatters: """
        Your first score is only a starting line, and nobody outside your family needs to see \
        it. The NCAA stopped requiring the SAT or ACT for eligibility in 2023, yet plenty of \
        colleges still use scores for admission and for academic money, which is often larger \
        than a baseball scholarship.
        """,
      failureRisk: """
        Athletes who meet the format for the first time as juniors lose points to the clock \
        rather than to the questions. By then spring games and test dates fall on the same \
        weekends, and there is little room left for a second try.
        """),
    CatalogueTask(
      key: "9-03", grade: 9, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 11, needs: [],
      title: "Meet with Academic Counselor",
      description: """
        Book half an hour with your school counselor, say that you hope to play in college, and \
        ask for a four-year course plan that covers the NCAA core list.
        """,
      whyItMatters: """
        Counselors build schedules for hundreds of students and cannot know about your plans \
        unless you tell them. One who does can steer you into the right math and science \
        sequence, and will later send your transcripts and write for you.
        """,
      failureRisk: """
        Without that talk, schedules get filled by whatever fits the timetable, and a handy \
        elective can push out a required course. Families often discover the hole only when a \
        college coach asks for the transcript.
        """),
    CatalogueTask(
      key: "9-04", grade: 9, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 1, needs: [],
      title: "Track GPA and Grades",
      description: """
        Start a simple sheet with every class, its grade and your core-course GPA, and update it \
        whenever a report card arrives.
        """,
      whyItMatters: """
        Your core GPA is not the number on your report card, because gym, band and other \
        non-core classes are left out of it. Watching it from the first semester lets you ask \
        for help while a C is still one good quiz away from a B. Coaches also like to see the \
        line going up.
        """,
      failureRisk: """
        One careless fall can pull the average down for years, since every later semester is \
        mixed with it. Division I asks for at least a 2.3 and Division II for a 2.2 in core \
        courses, and admission offices usually want far more than that.
        """),
    CatalogueTask(
      key: "9-05", grade: 9, category: "athletic", isRequired: true,
      divisions: ["ALL"], dueMonth: 10, needs: [],
      title: "Establish Development Routine",
      description: """
        Set up a weekly plan of strength, speed, arm care and skill work that fits around \
        school, and keep to it for eight weeks.
        """,
      whyItMatters: """
        Colleges recruit the body and the habits as much as the box score. Modest sessions \
        repeated for four years do more than one heroic winter, and a routine that begins with \
        good form and rest days protects a growing arm and back.
        """,
      failureRisk: """
        Skipping the first year leaves ground that classmates in training already cover. \
        Starting too hard is just as risky: sore elbows and shoulders from overuse cost many \
        young players a season, so ask a coach or trainer to look over the plan.
        """),
    CatalogueTask(
      key: "9-06", grade: 9, category: "athletic", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 11, needs: [],
      title: "Play Travel Ball or Club Team",
      description: """
        Try out for a travel or club team whose level stretches you and whose schedule and cost \
        your family can live with.
        """,
      whyItMatters: """
        High school seasons are short, and college coaches do much of their watching in summer, \
        when their own games are over. A good club gives you stronger opponents, innings at your \
        position and a coach who can pick up the phone for you later. The badge on the cap \
        matters less than whether you actually play.
        """,
      failureRisk: """
        Staying with local games alone means that few people can compare you with players from \
        elsewhere. An expensive roster where you sit on the bench shows nobody anything either, \
        so ask about playing time before you pay a deposit.
        """),
    CatalogueTask(
      key: "9-07", grade: 9, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: [],
      title: "Start Game Film Collection",
      description: """
        Ask a parent or teammate to film a few at-bats, innings or defensive plays each month, \
        and save the clips in one folder named by date.
        """,
      whyItMatters: """
        Nobody needs a polished video yet; you need raw material. Phone footage from behind the \
        plate and from the open side shows your mechanics changing, and a year of it makes next \
        year's highlight video a matter of choosing.
        """,
      failureRisk: """
        When a coach asks for film and there is none, the only honest answer is to wait for next \
        season. Clips scattered over three phones are nearly as bad, because they vanish with \
        the next upgrade.
        """),
    CatalogueTask(
      key: "9-08", grade: 9, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 12, needs: [],
      title: "Get Athletic Testing Baseline",
      description: """
        Measure your 60-yard dash, throwing velocity, exit velocity and, for catchers, pop time \
        in one session, and write down the date and how each was taken.
        """,
      whyItMatters: """
        Progress is the story coaches like best, and a story needs a first page. Two sets of \
        numbers taken the same way, a year apart, say more than any adjective. Log them here and \
        the charts will do the rest.
        """,
      failureRisk: """
        Guessing later what you ran as a freshman convinces no one. A stopwatch one year and a \
        laser the next can make improvement look like a slump, or the other way round, so note \
        the method each time.
        """),
    CatalogueTask(
      key: "9-09", grade: 9, category: "recruiting", isRequired: true,
      divisions: ["ALL"], dueMonth: 12, needs: ["9-01"],
      title: "Research Division Levels",
      description: """
        Compare Divisions I, II and III, the NAIA and junior college on playing level, school \
        size, cost and recruiting dates, and note which two suit you today.
        """,
      whyItMatters: """
        Each level has its own calendar: Division I baseball coaches may not talk recruiting \
        with you until August 1 before your junior year, while Division III, NAIA and junior \
        college staffs can write to you earlier. Division III gives no athletic scholarships but \
        often generous academic aid. Knowing this saves a lot of waiting by the wrong mailbox.
        """,
      failureRisk: """
        Families who chase only Division I overlook schools where the player could start as a \
        freshman. The reverse happens too, when a late bloomer never writes to a level that was \
        within reach.
        """),
    CatalogueTask(
      key: "9-10", grade: 9, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 3, needs: ["9-09"],
      title: "Start Building Target School List",
      description: """
        Write down ten to fifteen colleges you are curious about, mixing sizes, distances and \
        divisions, and add them here with one reason each.
        """,
      whyItMatters: """
        A first list is for learning what you care about, so wild cards are welcome. Reading \
        about fifteen schools teaches you the questions about major, weather, distance and cost \
        that sort the next fifty far faster.
        """,
      failureRisk: """
        Waiting until junior year squeezes the search into the same months as tests, showcases \
        and calls. Lists made in that hurry tend to be the famous names plus whichever school \
        wrote last.
        """),
    CatalogueTask(
      key: "9-11", grade: 9, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 2, needs: [],
      title: "Create Basic Athletic Resume",
      description: """
        Put your name, graduation year, position, height, weight, school, club team, GPA, coach \
        contacts and two or three honest numbers on a single page.
        """,
      whyItMatters: """
        Coaches and camp organizers ask for the same dozen facts every time. With one page ready \
        you can answer the same evening, and filling it in shows you which facts are still \
        missing.
        """,
      failureRisk: """
        Improvised replies leave out the graduation year or your coach's phone number, and a \
        busy recruiter will not write back to ask. Rounding a velocity up is worse, for the \
        radar gun at the first camp corrects it.
        """),
    CatalogueTask(
      key: "9-12", grade: 9, category: "exposure", isRequired: false,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 5, needs: [],
      title: "Attend Summer Camps (Optional but Beneficial)",
      description: """
        Register by the end of May for one or two college baseball camps, then attend them over \
        the summer and note what each staff taught you.
        """,
      whyItMatters: """
        Camps are a gentle way to see how a college staff runs a practice and how you measure \
        up. At your age Division I coaches may teach you but not discuss recruiting, so go to \
        learn, and choose by the instruction and the length of the drive rather than by the \
        logo.
        """,
      failureRisk: """
        An invitation is often an advertisement sent to every address on a list. Spending the \
        whole budget on big-name camps as a freshman leaves little for the summers in which \
        staffs really evaluate. If money or time is short, leaving this one out does no harm.
        """),
    CatalogueTask(
      key: "9-13", grade: 9, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: [],
      title: "Research Showcases for Summer",
      description: """
        Weigh three summer showcases against each other on price, travel, colleges that came \
        last year and what gets measured, and decide with your parents whether one is worth it \
        yet.
        """,
      whyItMatters: """
        Well-run events publish which schools attended and give you verified numbers that you \
        can use afterward. Popular ones fill months ahead, so looking in winter leaves you a \
        choice.
        """,
      failureRisk: """
        Plenty of events sell hope: a high fee, a long drive and no recruiter in the stands. If \
        your numbers are not near college level yet, the same money buys a season of lessons and \
        a bigger jump.
        """),
    CatalogueTask(
      key: "9-14", grade: 9, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 5, needs: [],
      title: "Document Stats and Achievements",
      description: """
        Keep one running record of your season stats, honors, team results and awards, with the \
        date and where each figure came from.
        """,
      whyItMatters: """
        Numbers written down the same week are believed; numbers remembered two years later are \
        not. This log feeds your resume, your profile and every questionnaire, and awards for \
        grades or service belong in it too.
        """,
      failureRisk: """
        Unrecorded seasons disappear when the scorekeeping app or the coach changes. Claims that \
        no one can check cost you trust exactly when a recruiter begins to take an interest.
        """),
    CatalogueTask(
      key: "9-15", grade: 9, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 1, needs: [],
      title: "Create Social Media Presence",
      description: """
        Open one public baseball account in your real name, with position, graduation year and \
        school in the bio, and clean up what your other accounts show.
        """,
      whyItMatters: """
        Coaches do look people up, and many announce camps and follow prospects on X or \
        Instagram. A tidy account with a few clips and some praise for teammates makes a good \
        first handshake. Let a parent read along while you are finding the right tone.
        """,
      failureRisk: """
        An old joke or a complaint about an umpire may be the first thing a recruiter ever sees \
        of you. Screenshots outlive deleted posts, and staffs have dropped players over a single \
        one.
        """),
    CatalogueTask(
      key: "9-16", grade: 9, category: "mindset", isRequired: true,
      divisions: ["ALL"], dueMonth: 11, needs: [],
      title: "Understand Recruiting Reality",
      description: """
        Find out how many high school players go on to play in college, then talk through the \
        road from freshman year to signing with a parent.
        """,
      whyItMatters: """
        About seven in a hundred high school baseball players reach an NCAA team, and roughly \
        two in a hundred a Division I team. NAIA and junior colleges add many more places, full \
        scholarships are rare in baseball, and older transfers compete for the same spots. \
        Honest odds do not end a dream; they show which schools and habits give it a chance.
        """,
      failureRisk: """
        Hope without a plan usually turns into a crowded junior summer and a large bill. \
        Families that expect coaches to come knocking lose the early years in which writing, \
        grades and training would have helped most.
        """),
    CatalogueTask(
      key: "9-17", grade: 9, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 1, needs: ["9-16"],
      title: "Set Recruiting Goals",
      description: """
        Choose three goals for this year, one each for school, training and recruiting, give \
        each a number and a date, and hang them where you see them daily.
        """,
      whyItMatters: """
        A goal such as running the 60 in 7.2 seconds by May tells you what to do on a Tuesday; \
        getting better does not. Checking the three of them takes five minutes a month and turns \
        setbacks into adjustments.
        """,
      failureRisk: """
        Seasons slip by when every week looks busy and nothing is measured. Goals set by a \
        parent alone slide too, because the person who has to get up at six never chose them.
        """),
    CatalogueTask(
      key: "9-18", grade: 9, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 9, needs: [],
      title: "Establish Communication with Parents",
      description: """
        Agree with your parents who writes to coaches, who keeps the calendar, what the family \
        can spend, and when you sit down together each month.
        """,
      whyItMatters: """
        Recruiters want to hear from the athlete, and they notice when a parent does the \
        talking. Parents still carry a great deal, such as driving, budgets and hard questions \
        about money, and a short monthly talk keeps those jobs from colliding.
        """,
      failureRisk: """
        Unspoken expectations come out at the worst moment, often in the car after a bad game. \
        Coaches who get one message from the player and another from a parent tend to back away \
        quietly.
        """),
  ]
}
