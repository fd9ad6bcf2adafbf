"""Pages of two fictional sites, English and Chinese: the same template around different articles."""

from jingdu.page.model import Page
from jingdu.page.parse import parse

ENGLISH = [
    (
        "Lighthouse lamp returns to the island",
        "The old lamp crossed the sound on a barge this morning, wrapped in wool blankets.",
        "Keepers polished its prisms for eleven months in a barn behind the chapel.",
        [("herring", "Herring boats stay in port"), ("kelp", "Kelp farmers count their lines")],
    ),
    (
        "Bakers agree on a common oven",
        "Four bakeries will share one brick oven near the station from next spring.",
        "Flour, yeast and firewood arrive by the night train, says baker Ilse Marten.",
        [("rye", "Rye harvest weighs more than expected"), ("mill", "Water mill turns again")],
    ),
    (
        "School choir sings under the bridge",
        "Ninety pupils tried the echo beneath the railway arch and stayed for two hours.",
        "Their teacher measured a reverberation of six seconds with a wooden clapper.",
        [("organ", "Organ pipes found in an attic"), ("drum", "Drummers repair a kettledrum")],
    ),
    (
        "Beavers dam the upper meadow",
        "Rangers counted seven lodges along the brook where hay used to be cut.",
        "Willow shoots were planted to keep the animals away from the orchard.",
        [("otter", "Otters return after decades"), ("heron", "Herons nest beside the weir")],
    ),
]
CHINESE = [
    (
        "古桥修缮完工",
        "石匠们用了十一个月修补桥墩上的裂缝，又把松动的拱石一块块取下来编号，重新砌好，再灌进糯米灰浆。",
        "桥面铺的青石来自邻县的旧采石场，运石头的牛车每天只走得了两趟，赶车人说路上的坑比去年更深了。",
        [("boat", "渡船停运半年"), ("tea", "茶园采摘开始")],
    ),
    (
        "面包师合用砖窑",
        "四家店铺明年春天起共用车站旁边的砖窑，谁先来谁先烤，夜里的炉火由学徒轮流看守，天亮前换班。",
        "面粉和木柴由夜班火车运来，老师傅伊尔莎担心潮湿的麻袋，打算在仓库里装一台旧风扇。",
        [("rye", "黑麦产量超过预期"), ("mill", "水磨坊重新转动")],
    ),
    (
        "合唱团在拱门下演唱",
        "九十名学生在铁路拱门下试唱了两个小时，货车经过时他们停下来，等回声散尽以后接着唱完最后一段。",
        "指挥拿木板敲击测得混响长达六秒，比教堂里还久，因此低声部必须唱得更短促、更轻快。",
        [("organ", "阁楼里发现风琴管"), ("drum", "鼓手修理定音鼓")],
    ),
    (
        "河狸筑坝淹没草地",
        "护林员沿着溪流数出七座巢穴，从前割干草的低洼地如今积了齐膝深的水，蜻蜓比往年多出好几倍。",
        "人们种下柳树苗把这些动物引开，免得它们啃坏苹果园，栅栏要到秋后才能修到对岸。",
        [("otter", "水獭几十年后归来"), ("heron", "苍鹭在堰边筑巢")],
    ),
]

_WORDS = {
    "en": "Home|Weather forecast|Letters to the editor|Our newsletter: ferryman Olaf rings brass bells"
    "|All rights reserved by the Harbour Gazette|More stories".split("|"),
    "zh": "首页|天气预报|读者来信|每天早晨订阅我们的新闻邮件|港湾日报出版社版权所有|更多新闻".split("|"),
}


def html(lang: str, number: int) -> str:
    """The HTML of a page of the site in that language."""
    title, first, second, related = (ENGLISH if lang == "en" else CHINESE)[number]
    home, weather, letters, newsletter, rights, more = _WORDS[lang]
    links = "".join(f'<li><a href="/{name}.html">{text}</a></li>' for name, text in related)
    return (
        f'<html lang="{lang}"><head><title>{title}</title></head><body>'
        f'<div id="nav"><ul><li><a href="/">{home}</a></li><li><a href="/w">{weather}</a></li>'
        f'<li><a href="/l">{letters}</a></li></ul></div>'
        f'<div id="content"><h1>{title}</h1><div class="story"><p>{first}</p><p>{second}</p></div>'
        f'<div class="more"><b>{more}</b><ul>{links}</ul></div></div>'
        f'<div id="foot"><p>{newsletter}</p><p>{rights}</p></div></body></html>'
    )


def address(lang: str, number: int) -> str:
    return f"https://{lang}.gazette.example/{number}.html"


def page(lang: str, number: int) -> Page:
    return parse(html(lang, number), address(lang, number))


def pages(lang: str) -> list[Page]:
    """All four pages."""
    return [page(lang, number) for number in range(4)]
