"""Networks of published boards, as facts: which areas a piece can pass between. No names but those of the places."""

from __future__ import annotations

import networkx as nx

BOARDS = {
    "a world of 42 territories": """
        Alaska-Northwest-Greenland-Quebec-EasternUS-WesternUS-Alberta-Alaska-Kamchatka, Alberta-Northwest,
        Ontario-Northwest, Ontario-Greenland, Ontario-Quebec, Ontario-EasternUS, Ontario-WesternUS, Ontario-Alberta,
        WesternUS-CentralAmerica-EasternUS, CentralAmerica-Venezuela-Brazil-Peru-Venezuela,
        Peru-Argentina-Brazil-NorthAfrica-Egypt-EastAfrica-NorthAfrica-Congo-EastAfrica-SouthAfrica-Congo,
        Madagascar-EastAfrica, Madagascar-SouthAfrica, Greenland-Iceland-GreatBritain-Scandinavia-Iceland,
        GreatBritain-NorthernEurope-Scandinavia-Ukraine-NorthernEurope-SouthernEurope-Ukraine,
        GreatBritain-WesternEurope-NorthernEurope, WesternEurope-SouthernEurope-NorthAfrica-WesternEurope,
        SouthernEurope-Egypt-MiddleEast-SouthernEurope, Siam-Indonesia-NewGuinea-WesternAustralia-Indonesia,
        EastAfrica-MiddleEast-Ukraine-Ural-Siberia-Yakutsk-Kamchatka-Irkutsk-Yakutsk, Ural-Afghanistan, Ural-China,
        Ukraine-Afghanistan-MiddleEast-India-Afghanistan-China-India-Siam-China,
        Siberia-China-Mongolia-Siberia-Irkutsk-Mongolia-Kamchatka-Japan-Mongolia,
        NewGuinea-EasternAustralia-WesternAustralia
    """,
    "a world of 48 cities": """
        SanFrancisco-Chicago, SanFrancisco-LosAngeles, SanFrancisco-Tokyo, SanFrancisco-Manila, Chicago-LosAngeles,
        Chicago-MexicoCity, Chicago-Atlanta, Chicago-Montreal, Montreal-NewYork, Montreal-Washington,
        NewYork-Washington, NewYork-London, NewYork-Madrid, Atlanta-Washington, Atlanta-Miami, Washington-Miami,
        LosAngeles-MexicoCity, LosAngeles-Sydney, MexicoCity-Miami, MexicoCity-Bogota, MexicoCity-Lima, Miami-Bogota,
        Bogota-Lima, Bogota-SaoPaulo, Bogota-BuenosAires, Lima-Santiago, BuenosAires-SaoPaulo, SaoPaulo-Madrid,
        SaoPaulo-Lagos, Lagos-Kinshasa, Lagos-Khartoum, Kinshasa-Khartoum, Kinshasa-Johannesburg,
        Johannesburg-Khartoum, Khartoum-Cairo, Cairo-Algiers, Cairo-Istanbul, Cairo-Baghdad, Cairo-Riyadh,
        Algiers-Madrid, Algiers-Paris, Algiers-Istanbul, Madrid-London, Madrid-Paris, London-Paris, London-Essen,
        Paris-Essen, Paris-Milan, Essen-Milan, Essen-StPetersburg, Milan-Istanbul, Istanbul-StPetersburg,
        Istanbul-Moscow, Istanbul-Baghdad, StPetersburg-Moscow, Moscow-Tehran, Tehran-Baghdad, Tehran-Karachi,
        Tehran-Delhi, Baghdad-Riyadh, Baghdad-Karachi, Riyadh-Karachi, Karachi-Delhi, Karachi-Mumbai, Delhi-Mumbai,
        Delhi-Chennai, Delhi-Kolkata, Mumbai-Chennai, Chennai-Kolkata, Chennai-Bangkok, Chennai-Jakarta,
        Kolkata-Bangkok, Kolkata-HongKong, Bangkok-HongKong, Bangkok-HoChiMinh, Bangkok-Jakarta, HoChiMinh-HongKong,
        HoChiMinh-Manila, HoChiMinh-Jakarta, Jakarta-Sydney, HongKong-Shanghai, HongKong-Taipei, HongKong-Manila,
        Manila-Taipei, Manila-Sydney, Taipei-Shanghai, Taipei-Osaka, Shanghai-Beijing, Shanghai-Seoul, Shanghai-Tokyo,
        Beijing-Seoul, Seoul-Tokyo, Tokyo-Osaka
    """,
    "36 stations of America": """
        Vancouver-Calgary-Winnipeg-SaultStMarie-Montreal-Boston-NewYork-Washington-Raleigh-Charleston-Miami,
        Vancouver-Seattle-Calgary-Helena-Winnipeg-Duluth-SaultStMarie-Toronto-Montreal-NewYork-Pittsburgh-Toronto,
        Seattle-Portland-SanFrancisco-LosAngeles-ElPaso-Houston-NewOrleans-Miami-Atlanta-Charleston,
        Seattle-Helena-Duluth-Toronto, Portland-SaltLake-SanFrancisco, SaltLake-Helena-Denver-SaltLake-LasVegas,
        LasVegas-LosAngeles-Phoenix-ElPaso-SantaFe-Denver-Phoenix-SantaFe-Oklahoma-ElPaso-Dallas-Houston,
        Denver-Omaha-Duluth-Chicago-Omaha-KansasCity-Denver-Oklahoma-KansasCity-StLouis-Chicago-Pittsburgh-StLouis,
        Helena-Omaha, Oklahoma-Dallas-LittleRock-Oklahoma, LittleRock-StLouis-Nashville-LittleRock-NewOrleans-Atlanta,
        Nashville-Atlanta-Raleigh-Nashville-Pittsburgh-Raleigh, Pittsburgh-Washington, Chicago-Toronto
    """,
}


def board(name: str) -> nx.Graph[str]:
    """The network of a board."""
    graph: nx.Graph[str] = nx.Graph()
    for chain in BOARDS[name].replace("\n", " ").split(","):
        nx.add_path(graph, chain.strip().split("-"))
    return graph
